import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { OrgId, Rows } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { createApp } from '../../../../../svc-graph/src/app.ts';
import { CONNECTORS } from '../../../../../svc-graph/src/sources/connectors.ts';
import { ingestGit } from '../../../../../svc-graph/src/sources/git/ingest.ts';
import { Jobs } from '../../../../../svc-graph/src/sources/jobs.ts';
import { GraphStores } from '../../../../../svc-graph/src/store/graph-stores.ts';
import { writerOf } from '../../../../../svc-graph/src/store/graph-writer.ts';
import {
  NEW_SOURCE,
  type SourceRow,
  addSource,
  readSources,
} from '../../../../../svc-graph/src/store/source-row.ts';

const ORG = OrgId.parse('truth');
const connectors = CONNECTORS;

/** An org that has read one repository, and answers queries as the product does. */
export interface ServedHistory {
  readonly app: ReturnType<typeof createApp>;
  readonly orgId: OrgId;
  readonly verifier: Awaited<ReturnType<typeof testTokens>>['verifier'];
  headers(): Promise<Record<string, string>>;
  ask(path: string, query: QueryInput): Promise<Rows>;
  /** The answer of a call of a page. */
  call(path: string, body: object): Promise<unknown>;
  /** Reads the repository again, as a later synchronisation does. */
  readAgain(): Promise<SourceRow>;
  close(): Promise<void>;
}

/** Reads a repository to the end into an org of its own, under a temporary folder. */
export async function serveHistory(repo: string): Promise<ServedHistory> {
  const path = resolve(repo);
  const folder = await mkdtemp(join(tmpdir(), 'cairn-truth-'));
  const stores = new GraphStores(folder);
  const store = await stores.open(ORG);
  const settings = { path };
  await addSource(store, { id: 'repo', type: 'git', settings, name: basename(path), state: NEW_SOURCE });
  const readAgain = async () => {
    const [source] = await readSources(store);
    if (!source) throw new Error('the source is gone');
    const { signal } = new AbortController();
    await ingestGit({ writer: writerOf(store), orgId: ORG, source, signal });
    const [read] = await readSources(store);
    return read ?? source;
  };
  await readAgain();
  const log = silentLog();
  const tokens = await testTokens();
  const jobs = new Jobs({ stores, log, connectors });
  const app = createApp({ graphs: stores, jobs, connectors, verifier: tokens.verifier, log });
  const headers = async () => ({ ...(await tokens.headers({ orgId: ORG })), accept: 'application/json' });
  const call = async (at: string, asked: object): Promise<unknown> => {
    const body = JSON.stringify(asked);
    const init = { method: 'POST', headers: await headers(), body };
    const answer = await app.request(`/api/${ORG}/${at}`, init);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${at}: ${String(answer.status)} ${text} ${body}`);
    return JSON.parse(text) as unknown;
  };
  return {
    app,
    orgId: ORG,
    verifier: tokens.verifier,
    headers,
    readAgain,
    call,
    ask: async (at, query) => Rows.parse(await call(`graph-search/${at}`, query)),
    close: async () => {
      await jobs.close();
      await stores.close();
      await rm(folder, { recursive: true });
    },
  };
}
