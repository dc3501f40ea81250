import { Highlights, OrgId } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLISH } from '../store/load.ts';
import { HOSTILE, searchFixture, uuidOf } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';
import { FIGURES } from './highlights.ts';

let fixture: SearchFixture;
let simulated = false;
beforeAll(async () => {
  const state = { status: 'active' as const, error: null, lastIngestedAt: null };
  fixture = await searchFixture({ sources: async () => [{ provides: ['git'], simulated, state }] });
});
afterAll(() => fixture.close());

async function ask(body: object): Promise<Highlights> {
  const answer = await fixture.post('overview-highlights', body);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
  expect(text).not.toContain(HOSTILE);
  return Highlights.parse(JSON.parse(text));
}

/** Twelve days; the comparison covers the twelve before. */
const MARCH = { startDate: '2024-03-20', endDate: '2024-03-31', timezone: 'UTC' };

describe('the highlights of a period', () => {
  it('are its numbers beside those of the period before, and where most of it is', async () => {
    const { data, meta } = await ask(MARCH);
    expect(data.map(({ key, value }) => [key, value])).toEqual([
      ['commits', 2],
      ['people', 1],
      ['files', 3],
    ]);
    // Two commits to tools on 31 March; c1 to c3 of the twelve days before are on 9 and 10 March.
    expect(data[0]).toMatchObject({
      key: 'commits',
      entity: 'Commit',
      value: 2,
      previous: 3,
      change: (-1 / 3) * 100,
      isNew: false,
      most: { target: 'Repository', attribute: 'name', items: [{ name: 'tools', value: 2 }], total: 1 },
    });
    expect(meta).toMatchObject({
      start: '2024-03-20T00:00:00.000Z',
      end: '2024-04-01T00:00:00.000Z',
      compared: { start: '2024-03-08T00:00:00.000Z', end: '2024-03-20T00:00:00.000Z' },
      simulated: false,
    });
  });

  it('carry the question that each number answers', async () => {
    const { data } = await ask(MARCH);
    const { aggregations, ...asked } = data[0]?.query ?? { aggregations: [] };
    const rows = await fixture.ask('group-bys', { ...asked, aggregations });
    expect(rows.data[0]?.['count(Commit.uuid)']).toBe(data[0]?.value);
  });

  it('are of the last thirty days by default, and say when nothing was there before', async () => {
    const { data, meta } = await ask({ timezone: 'Europe/Berlin' });
    expect([data[0]?.value, meta.timezone]).toEqual([2, 'Europe/Berlin']);
    expect(data[0]).toMatchObject({ previous: 0, change: 100, isNew: true });
  });

  it('cover of the period before what the data of the period covers', async () => {
    const rows = [
      ['2018-03-30', '2018-03-31'],
      ['2017-02-01', '2017-10-01'],
    ].flat();
    const commits = rows.map((day) => `(uuid(), 'c', false, TIMESTAMP '${day}')`).join();
    await fixture.graph.run(`INSERT INTO "Commit" (uuid, name, deleted, "committedAt") VALUES ${commits}`);
    const events = rows.map((day) => `(uuid(), TIMESTAMP '${day}')`).join();
    await fixture.graph.run(`INSERT INTO "Event" (uuid, "occurredAt") VALUES ${events}`);
    await fixture.graph.transaction((open) => open.run(PUBLISH));
    const { data, meta } = await ask({ startDate: '2018-01-01', endDate: '2018-12-31', timezone: 'UTC' });
    expect(data[0]).toMatchObject({ key: 'commits', value: 2, previous: 1, change: 100 });
    expect(meta.dataEnd).toBe('2018-03-31T00:00:00.001Z');
    expect(meta.compared).toEqual({ start: '2017-01-01T00:00:00.000Z', end: '2017-03-31T00:00:00.001Z' });
    expect((await ask(MARCH)).meta.dataEnd).toBeNull();
  });

  it('count no bot among the people', async () => {
    // The commits of November are by a robot and by nobody.
    const { data } = await ask({ startDate: '2024-11-01', endDate: '2024-11-30' });
    expect(data.map(({ key, value }) => [key, value])).toEqual([['commits', 2]]);
  });

  it('name whatever there is of each kind, and nothing that there is not', async () => {
    expect((await ask({ startDate: '2020-01-01', endDate: '2020-01-31' })).data).toEqual([]);
    await fixture.graph.run(
      `INSERT INTO "PullRequest" (uuid, name, deleted, "createdAt", "mergedAt", "clockCommitLeadTime", "clockCycleTime", "repositoryUuid") SELECT uuid(), 'pr', false, TIMESTAMP '2020-02-02', TIMESTAMP '2020-02-03', range * 3600, 60, '${uuidOf('cairn')}' FROM range(5)`,
    );
    await fixture.graph.run(
      `INSERT INTO "CicdPipeline" (uuid, name, deleted, "createdAt", "isDeployment", "deployedAt") SELECT uuid(), 'run', false, TIMESTAMP '2020-02-02', range < 5, CASE WHEN range < 2 THEN TIMESTAMP '2020-02-02' END FROM range(9)`,
    );
    const { data } = await ask({ startDate: '2020-02-01', endDate: '2020-02-29', duration: undefined });
    expect(data.map(({ key, value, unit }) => [key, value, unit])).toEqual([
      ['pull-requests', 5, undefined],
      ['commit-to-merge', 7_200, 'second'],
      ['deployments', 2, undefined],
    ]);
    expect(data[1]?.most).toBeNull();
  });

  it('count an issue as completed by when it was, wherever it was created', async () => {
    await fixture.graph.run(
      `INSERT INTO "Issue" (uuid, name, deleted, "createdAt", "completedAt", "issueType") SELECT uuid(), 'issue', false, TIMESTAMP '2019-05-01', done, 'Bug' FROM (VALUES
        (TIMESTAMP '2020-02-01 00:00:00'), (TIMESTAMP '2020-02-29 23:59:59.999'), (TIMESTAMP '2020-03-01'), (TIMESTAMP '2020-01-31 23:00:00'), (NULL)) found(done)`,
    );
    const { data } = await ask({ startDate: '2020-02-01', endDate: '2020-02-29', timezone: 'UTC' });
    const [issues] = data.filter(({ entity }) => entity === 'Issue');
    expect(issues).toMatchObject({
      key: 'issues-completed',
      value: 2,
      previous: 1,
      most: { items: [{ name: 'Bug', value: 2 }] },
    });
    const rows = await fixture.ask('group-bys', issues?.query ?? {});
    expect(rows.data[0]?.['count(Issue.uuid)']).toBe(2);
    const last = await ask({ duration: 'P30D', timezone: 'UTC' });
    expect(last.data.map(({ key }) => key)).not.toContain('issues-completed');
    await fixture.graph.run(
      `UPDATE "Issue" SET "completedAt" = TIMESTAMP '2024-11-25' WHERE "completedAt" IS NULL`,
    );
    await fixture.graph.transaction((open) => open.run(PUBLISH));
    const now = await ask({ duration: 'P30D', timezone: 'UTC' });
    const found = now.data.find(({ key }) => key === 'issues-completed');
    expect(found).toMatchObject({ value: 1, previous: 0, isNew: true });
    expect(found?.query.filters).toMatchObject([{ comparison: { 'IN LAST': ['P30D'] } }]);
  });

  it('are of any period that can be asked for, also where the one before has no year to write', async () => {
    for (const period of [
      { startDate: '0001-01-01', endDate: '2024-03-31' },
      { startDate: '0000-01-01', endDate: '0000-12-31' },
      { startDate: '2024-03-20', endDate: '9999-12-31' },
      { duration: 'P9999Y' },
    ])
      for (const timezone of ['UTC', 'Pacific/Kiritimati', 'America/New_York'])
        expect((await ask({ ...period, timezone })).meta.timezone).toBe(timezone);
  });

  it('say when the company is invented', async () => {
    simulated = true;
    expect((await ask(MARCH)).meta.simulated).toBe(true);
    simulated = false;
    expect((await ask(MARCH)).meta.simulated).toBe(false);
  });

  it('say nothing about single people, and name what the catalogue knows', () => {
    for (const { entity, by } of FIGURES) {
      expect(CATALOGUE.kind(entity), entity).toBeDefined();
      expect(by ?? '').not.toContain('Person');
      if (by) expect(CATALOGUE.path(entity, by.split('.')[0] ?? ''), by).toBeDefined();
    }
  });

  it('refuse a period that is open, and dates that are none', async () => {
    for (const body of [
      { startDate: '2024-01-01' },
      { timezone: 'Nowhere/There' },
      { startDate: 'x' },
      { more: 1 },
    ]) {
      expect((await fixture.post('overview-highlights', body)).status, JSON.stringify(body)).toBe(400);
    }
  });
});

describe.each([
  ['configuration', 'GET', undefined],
  ['overview-highlights', 'POST', MARCH],
])('%s', (path, method, body) => {
  const get = async (org: string, role: 'viewer' | 'admin', tag?: string) =>
    fixture.app.request(`/api/${org}/graph-search/${path}`, {
      method,
      headers: {
        ...(await fixture.tokens.headers({ orgId: org, role })),
        ...(tag ? { 'if-none-match': tag } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  it('is not sent again to whoever has it, until the data changes', async () => {
    const first = await get('acme', 'viewer');
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const again = await get('acme', 'viewer', tag);
    expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
      304,
      '',
      'private, no-cache',
    ]);
    await fixture.graph.transaction((open) => open.run(PUBLISH));
    expect((await get('acme', 'viewer', tag)).status).toBe(200);
  });

  it('of one org is no answer to another one that is at the same version, nor of one role to another', async () => {
    const hostile = await fixture.graphs.open(OrgId.parse('hostile'));
    while ((await hostile.dataVersion()) < (await fixture.graph.dataVersion())) {
      await hostile.transaction((open) => open.run(PUBLISH));
    }
    const own = await get('acme', 'viewer');
    const tag = own.headers.get('etag') ?? '';
    expect(await own.text()).not.toContain(HOSTILE);
    expect((await get('hostile', 'viewer', tag)).status).toBe(200);
    expect((await get('acme', 'admin', tag)).status).toBe(200);
  });
});
