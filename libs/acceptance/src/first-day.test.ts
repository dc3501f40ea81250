import { Caller, Rows } from '@cairn/contracts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture, type SearchFixture } from '../../../svc-graph/test/search-fixture.ts';
import {
  workspaceUnderTest,
  type WorkspaceUnderTest,
} from '../../../svc-workspace/test/workspace-under-test.ts';

let graph: SearchFixture;
let workspace: WorkspaceUnderTest;
beforeAll(async () => {
  [graph, workspace] = await Promise.all([searchFixture(), workspaceUnderTest()]);
});
afterAll(async () => {
  await graph.close();
  await workspace.engine.db.destroy();
});

type Headers = Record<string, string>;

/** How a member asks the graph after an admin has said which day weeks begin with: with what svc-workspace's token says. */
async function memberOfOrgWith(firstDay: number): Promise<Headers> {
  const { orgId } = await workspace.bootstrap();
  const cookie = await workspace.signIn('owner@example.com');
  const saved = await workspace.send(
    `/api/${orgId}/org-settings`,
    { firstDay },
    await workspace.bearer(cookie, orgId),
  );
  expect(saved.status).toBe(200);
  const { authorization } = await workspace.bearer(cookie, orgId);
  return graph.tokens.headers({ ...Caller.parse(decodeJwt(authorization)), orgId: 'acme' });
}

async function answerOf(path: string, question: unknown, headers: Headers): Promise<Rows> {
  const answer = await graph.post(path, question, { ...headers, accept: 'application/json' });
  expect(answer.status).toBe(200);
  return Rows.parse(await answer.json());
}

const WEEKS = { select: ['Commit'], timeUnit: 'weeks', startDate: '2024-03-08', endDate: '2024-03-14' };

/** The days that the weeks of an answer begin with. */
async function weeksFor(headers: Headers, firstDay?: number): Promise<string[]> {
  const { data } = await answerOf('time-series', { ...WEEKS, timezone: 'UTC', firstDay }, headers);
  return data.map(({ timestamp }) => String(timestamp).slice(0, 10));
}

describe('the first day of an org’s weeks', () => {
  it('is Monday until an admin says otherwise, and reaches whoever asks in the org', async () => {
    expect(await weeksFor(await memberOfOrgWith(1))).toEqual(['2024-03-04', '2024-03-11']);
    expect(await weeksFor(await memberOfOrgWith(7))).toEqual(['2024-03-03', '2024-03-10']);
  });

  it('gives way to one that the question names', async () => {
    expect(await weeksFor(await memberOfOrgWith(7), 1)).toEqual(['2024-03-04', '2024-03-11']);
    expect(await weeksFor(await memberOfOrgWith(1), 7)).toEqual(['2024-03-03', '2024-03-10']);
  });
});
