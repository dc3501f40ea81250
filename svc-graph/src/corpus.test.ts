import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rows, graphContract } from '@cairn/contracts';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import type { TestTokens } from '@cairn/service-kit/testing';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import type { CorpusCase } from './query/corpus/case.ts';
import { CORPUS } from './query/corpus/corpus.ts';
import { loadStatements } from './query/corpus/load.ts';
import {
  CORPUS_NOW,
  CORPUS_ORG,
  HOSTILE_NUMBER,
  HOSTILE_ORG,
  HOSTILE_TEXT,
  corpusTables,
} from './query/corpus/org.ts';
import { Jobs } from './sources/jobs.ts';
import { GraphStores } from './store/graph-stores.ts';

/** Digits that every number of the hostile org begins with. */
const HOSTILE_DIGITS = String(HOSTILE_NUMBER).slice(0, 6);

let folder: string;
let stores: GraphStores;
let jobs: Jobs;
let tokens: TestTokens;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-corpus-'));
  stores = new GraphStores(folder);
  for (const [org, whose] of [
    [CORPUS_ORG, 'asked'],
    [HOSTILE_ORG, 'hostile'],
  ] as const) {
    const graph = await stores.open(org);
    for (const statement of loadStatements(corpusTables(whose))) await graph.run(statement);
  }
  const log = silentLog();
  jobs = new Jobs({ stores, log });
  tokens = await testTokens();
  const { verifier } = tokens;
  const registry = new Registry();
  app = createApp({ graphs: stores, jobs, gitRoots: [], verifier, log, registry, now: () => CORPUS_NOW });
});
afterAll(async () => {
  await jobs.close();
  await stores.close();
  await rm(folder, { recursive: true });
});

async function answerOf({ endpoint, query }: CorpusCase, org: string = CORPUS_ORG): Promise<Response> {
  return app.request(`/api/${org}/graph-search/${endpoint}`, {
    method: 'POST',
    headers: { ...(await tokens.headers({ orgId: org })), accept: 'application/json' },
    body: JSON.stringify(query),
  });
}

/** The values of an answer in the order of its columns, without the id of entities. */
function valuesOf({ endpoint }: CorpusCase, body: unknown): unknown[][] {
  if (endpoint === 'facet-options') {
    const { data } = graphContract.facetOptions.output.parse(body);
    return data.map(({ value, count }) => [value, count]);
  }
  const { data, columns } = Rows.parse(body);
  const keys = columns.map(({ key }) => key).filter((key) => endpoint !== 'entities' || key !== 'uuid');
  return data.map((row) => keys.map((key) => row[key]));
}

const close = (value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? (expect.closeTo(value, 9) as number) : value;

describe('the corpus', () => {
  it.each(CORPUS.map((each) => [each.endpoint, each.name, each] as const))('%s: %s', async (_, __, each) => {
    const answer = await answerOf(each);
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    expect(valuesOf(each, JSON.parse(text))).toEqual(each.expected.map((row) => row.map(close)));
    const headers = JSON.stringify([...answer.headers]);
    for (const marker of [HOSTILE_TEXT, HOSTILE_DIGITS]) expect(text + headers).not.toContain(marker);
  });

  it('names every query once', () => {
    const names = CORPUS.map(({ endpoint, name, query }) => `${endpoint} ${query.select?.[0]} ${name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
