import { rm } from 'node:fs/promises';
import { Rows } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import type { ServiceApp } from '@cairn/service-kit';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import type { TestTokens } from '@cairn/service-kit/testing';
import { Registry } from 'prom-client';
import { createApp } from '../src/app.ts';
import { asksClickhouse, chdbGraphs } from './chdb/chdb-graphs.ts';
import { loadStatements } from './corpus/load.ts';
import {
  CORPUS_NOW,
  CORPUS_ORG,
  HOSTILE_NUMBER,
  HOSTILE_ORG,
  HOSTILE_TEXT,
  corpusTables,
} from './corpus/org.ts';
import type { OrgGraphs } from '../src/query/graph.ts';
import { Jobs } from '../src/sources/jobs.ts';
import { GraphStores } from '../src/store/graph-stores.ts';
import { copyOfTemplate } from './template.ts';

/** What parts of Cairn show to the service. */
export const INTERNAL_SECRET = 'a secret of the tests, 32 characters and more';

/** What no answer may hold: the text, and the digits that every number of the hostile org begins with. */
export const HOSTILE_MARKS = [HOSTILE_TEXT, String(HOSTILE_NUMBER).slice(0, 6)];

export interface CorpusService {
  readonly app: ServiceApp;
  readonly tokens: TestTokens;
  readonly stores: GraphStores;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The JSON answer of a route; throws what is not 200. */
  ask(route: 'group-bys' | 'entities' | 'time-series', query: QueryInput): Promise<Rows>;
  close(): Promise<void>;
}

const RENEWED_MS = 30_000;

export interface CorpusOptions {
  /** Where questions are asked of these files. */
  readonly searched?: (stores: GraphStores) => OrgGraphs;
}

const ORGS = new Map([
  [CORPUS_ORG, loadStatements(corpusTables('asked'))],
  [HOSTILE_ORG, loadStatements(corpusTables('hostile'))],
]);

/** The whole service over the org of the corpus, with the hostile org beside it. */
export async function corpusService({ searched }: CorpusOptions = {}): Promise<CorpusService> {
  const folder = await copyOfTemplate('corpus', ORGS);
  const stores = new GraphStores(folder);
  const log = silentLog();
  const jobs = new Jobs({ stores, log, connectors: [] });
  const tokens = await testTokens();
  const { verifier } = tokens;
  const registry = new Registry();
  const chdb = asksClickhouse() ? await chdbGraphs(stores, log) : undefined;
  const app = createApp({
    graphs: stores,
    searched: searched?.(stores) ?? chdb?.graphs,
    jobs,
    connectors: [],
    verifier,
    internalSecret: INTERNAL_SECRET,
    log,
    registry,
    now: () => CORPUS_NOW,
  });
  // One token for many: signing costs more than a small question. It ends after two minutes, and some files take longer.
  let signed = { at: 0, headers: {} };
  const signedIn = async () => {
    if (Date.now() - signed.at > RENEWED_MS) signed = { at: Date.now(), headers: await tokens.headers() };
    return signed.headers;
  };
  const post: CorpusService['post'] = async (path, body, headers = {}) =>
    app.request(`/api/${CORPUS_ORG}/graph-search/${path}`, {
      method: 'POST',
      headers: { ...(await signedIn()), ...headers },
      body: JSON.stringify(body),
    });
  return {
    app,
    tokens,
    stores,
    post,
    ask: async (route, query) => {
      const answer = await post(route, { ...query, format: 'json' });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${answer.status} ${text} ${JSON.stringify(query)}`);
      return Rows.parse(JSON.parse(text));
    },
    close: async () => {
      await chdb?.close();
      await jobs.close();
      await stores.close();
      await rm(folder, { recursive: true });
    },
  };
}
