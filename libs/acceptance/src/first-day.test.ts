import { workspaceContract, type Org } from '@cairn/contracts';
import { asRead } from '@cairn/host';
import { Query } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture, type SearchFixture } from '../../../svc-graph/src/graph-search/fixture.ts';
import {
  workspaceUnderTest,
  type WorkspaceUnderTest,
} from '../../../svc-workspace/src/workspace-under-test.ts';

let graph: SearchFixture;
let workspace: WorkspaceUnderTest;
beforeAll(async () => {
  [graph, workspace] = await Promise.all([searchFixture(), workspaceUnderTest()]);
});
afterAll(async () => {
  await graph.close();
  await workspace.engine.db.destroy();
});

/** The org as its pages read it, after an admin of it has said which day its weeks begin with. */
async function orgWith(firstDay: number): Promise<Org> {
  const { orgId } = await workspace.bootstrap();
  const headers = await workspace.bearer(await workspace.signIn('owner@example.com'), orgId);
  const saved = await workspace.send(`/api/${orgId}/org-settings`, { firstDay }, headers);
  expect(saved.status).toBe(200);
  const orgs = workspaceContract.listOrgs.output.parse(
    (await workspace.send('/api/user/orgs', undefined, headers)).body,
  );
  const org = orgs.find(({ id }) => id === orgId);
  if (!org) throw new Error('the owner is no member');
  return org;
}

const WEEKS = { select: ['Commit'], timeUnit: 'weeks', startDate: '2024-03-08', endDate: '2024-03-14' };

/** The days that the weeks of an answer begin with. */
async function weeksFor(org: Org, firstDay?: number): Promise<string[]> {
  const query = asRead(Query.parse({ ...WEEKS, firstDay }), { org, timezone: 'UTC' });
  const { data } = await graph.ask('time-series', query);
  return data.map(({ timestamp }) => String(timestamp).slice(0, 10));
}

describe('the first day of an org’s weeks', () => {
  it('is Monday until an admin says otherwise, and reaches the questions of the org', async () => {
    expect(await weeksFor(await orgWith(1))).toEqual(['2024-03-04', '2024-03-11']);
    expect(await weeksFor(await orgWith(7))).toEqual(['2024-03-03', '2024-03-10']);
  });

  it('gives way to one that the question names', async () => {
    expect(await weeksFor(await orgWith(7), 1)).toEqual(['2024-03-04', '2024-03-11']);
    expect(await weeksFor(await orgWith(1), 7)).toEqual(['2024-03-03', '2024-03-10']);
  });

  it('holds for windows and for the values of a filter', async () => {
    const org = await orgWith(7);
    // The clock of these graphs stands at Sunday, 1 December 2024.
    const week = asRead(Query.parse({ select: ['Commit'], duration: 'L1W' }), { org, timezone: 'UTC' });
    const { meta } = await graph.ask('group-bys', week);
    expect([meta.start, meta.end]).toEqual(['2024-11-24T00:00:00.000Z', '2024-12-01T00:00:00.000Z']);
    const filters = [
      {
        target: 'Commit',
        attribute: 'committedAt',
        unit: 'week',
        comparison: { IN: ['2024-03-10'] },
      } as const,
    ];
    const values = { select: ['Commit'], filters, target: 'Commit', attribute: 'message' };
    const { firstDay } = week;
    expect((await graph.facets({ ...values, firstDay })).meta.total).toBe(2);
    expect((await graph.facets(values)).meta.total).toBe(3);
  });
});
