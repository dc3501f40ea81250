import { createAdaptorServer } from '@hono/node-server';
import { AskAnswer } from '@cairn/contracts';
import { leavesOf } from '@cairn/query';
import { silentLog } from '@cairn/service-kit/testing';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../svc-chat/src/app.ts';
import { graphValues } from '../../../svc-chat/src/ask/graph-values.ts';
import { CORPUS } from '../../../svc-chat/test/corpus.ts';
import { ask } from '../../../svc-chat/test/planner.ts';
import { searchFixture, type SearchFixture } from '../../../svc-graph/test/search-fixture.ts';

let graph: SearchFixture;
let server: ReturnType<typeof createAdaptorServer>;

beforeAll(async () => {
  graph = await searchFixture();
  server = createAdaptorServer({ fetch: graph.app.fetch });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  server.close();
  await graph.close();
});

/** What Explore asks for an answer: rows, groups, or a course over time. */
async function run({ query, view }: AskAnswer) {
  const isList = query.groupBys.length === 0 && query.aggregations.length === 0;
  const { orgId: _, ...rest } = query;
  return graph.ask(isList ? 'entities' : view?.value === 'overTime' ? 'time-series' : 'group-bys', rest);
}

describe('questions in words', () => {
  it.each(CORPUS)('has an answer in the graph: %s', async (question) => {
    const { columns } = await run(await ask(question));
    expect(columns.length).toBeGreaterThan(0);
  });

  const askService = async (text: string) => {
    const { port } = server.address() as AddressInfo;
    const app = createApp({
      verifier: graph.tokens.verifier,
      log: silentLog(),
      values: graphValues(`http://127.0.0.1:${port}`),
    });
    const headers = await graph.tokens.headers({ orgId: 'acme' });
    const init = { method: 'POST', headers, body: JSON.stringify({ text, timezone: 'UTC' }) };
    const answer = await app.request('/api/acme/ask/query', init);
    return AskAnswer.parse(((await answer.json()) as { data: unknown }).data);
  };

  it('finds people, repositories and folders by asking the graph, and counts the same', async () => {
    const answer = await askService('how many commits by bob in repository tools');
    expect(leavesOf(answer.query.filters).map(({ comparison }) => comparison)).toEqual([
      { IN: ['tools'] },
      { IN: ['Bob'] },
    ]);
    expect((await run(answer)).data).toEqual([{ 'count(Commit.uuid)': 2 }]);
  });

  it('lists the people who touched a folder by name', async () => {
    const answer = await askService('who touched src most in 2024');
    const { data } = await run(answer);
    expect(data.map((row) => row['Person.name'])).toEqual(['Ann', 'Bob']);
  });
});
