import { array, assert, asyncProperty, boolean, constantFrom, oneof, record, uniqueArray } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { DATE_UNITS } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PUBLISH } from '../../store/load.ts';
import { deleteFrom } from '../../store/statement.ts';
import { duckdbGraphs } from '../graph.ts';
import type { OrgGraphs } from '../graph.ts';
import type { RollupTable } from './read-rollup.ts';
import type { RollupLimits, Rollups } from './rollups.ts';
import { ACME, searchFixture, uuidOf } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';
import { runs } from '../../../test/runs.ts';

/** Limits under which every coverable query is answered from a rollup, however large. */
const EAGER = { atLeast: 0, fewer: 0, settled: 0, most: 1_000 };
/** Which time grains rollups may have: all, no hours, or neither hours nor days. */
const KEEPING: Readonly<Record<string, Partial<RollupLimits>>> = {
  hours: EAGER,
  days: { ...EAGER, never: ['hour'] },
  longer: { ...EAGER, never: ['hour', 'day'] },
};
const uuids = (...names: string[]) => `[${names.map((name) => `'${uuidOf(name)}'::UUID`).join()}, NULL]`;
const HOURS = 15_000;

let home: SearchFixture;
/** The same org three ways: every row read, rows aggregated early, and rollups. */
let plain: SearchFixture;
let partials: SearchFixture;
let keeping: Record<keyof typeof KEEPING, WithRollups>;

interface WithRollups {
  readonly fixture: SearchFixture;
  readonly rollups: Rollups;
}

async function withRollups(limits: Partial<RollupLimits>): Promise<WithRollups> {
  const graphs = duckdbGraphs(home.graphs, { rollups: limits });
  const rollups = await graphs.rollups(ACME);
  if (!rollups) throw new Error('there are no rollups');
  return { fixture: await searchFixture({ graphs }, home), rollups };
}

async function fill(fixture: SearchFixture): Promise<void> {
  const pick = (list: string, salt: string) =>
    `${list}[1 + CAST(hash(i || '${salt}') % len(${list}) AS BIGINT)]`;
  await fixture.graph
    .run(`INSERT INTO "Commit" (uuid, name, message, "committedAt", "createdAt", additions, deletions,
      "isMerge", "authorUuid", "committerUuid", "repositoryUuid", deleted, integration)
    SELECT CAST(md5('c' || i) AS UUID), 'n' || i % 50, 'm', t, t,
      CASE WHEN hash(i || 'a') % 5 = 0 THEN NULL ELSE hash(i || 'b') % 1000 END, hash(i) % 7, hash(i || 'm') % 3 = 0,
      ${pick(uuids('Ann', 'Bob', 'robot'), 'p')}, ${pick(uuids('Ann', 'Bob'), 'q')}, ${pick(uuids('cairn', 'tools'), 'r')},
      hash(i || 'd') % 9 = 0, 'git'
    FROM (SELECT i, CASE WHEN i % 97 = 0 THEN NULL ELSE TIMESTAMP '2023-02-01' + to_seconds(CAST(hash(i || 's') % (${HOURS} * 3600) AS BIGINT)) END t
      FROM range(6000) r(i))`);
  // Every third commit touches files; one file may be touched twice.
  await fixture.graph
    .run(`INSERT INTO "Relation" (relation, "fromUuid", "toUuid") SELECT 'touches', CAST(md5('c' || i) AS UUID), ${pick(uuids('src/a.ts', 'src/b.ts', 'docs/x.md', 'old.txt'), 'f')}
    FROM (SELECT i % 2000 * 3 AS i FROM range(5000) r(i))`);
  await fixture.graph.transaction((open) => open.run(PUBLISH));
}

const withoutOptimiser = (graphs: OrgGraphs): OrgGraphs => ({
  open: async (orgId) => {
    const { optimise: _, ...graph } = await graphs.open(orgId);
    return graph;
  },
});

beforeAll(async () => {
  home = await searchFixture();
  await fill(home);
  const made = Object.entries(KEEPING).map(
    async ([name, limits]) => [name, await withRollups(limits)] as const,
  );
  keeping = Object.fromEntries(await Promise.all(made));
  partials = await searchFixture({ graphs: duckdbGraphs(home.graphs, { rollups: false, fewer: 0 }) }, home);
  plain = await searchFixture({ graphs: withoutOptimiser(duckdbGraphs(home.graphs)) }, home);
});
afterAll(async () => {
  const all = [...Object.values(keeping).map(({ fixture }) => fixture), partials, plain, home];
  for (const fixture of all) await fixture.close();
});

const ZONES = [
  'UTC',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Europe/Dublin',
];
const moment = { target: 'Commit', attribute: 'committedAt' };

const group = oneof(
  constantFrom(...DATE_UNITS).map((unit) => ({ ...moment, unit })),
  constantFrom(
    'Person.name',
    'Repository.name',
    'Person.uuid',
    'Commit.isMerge',
    'Committer.isBot',
    'Commit.name',
    'SourceFile.topFolder',
    'SourceFile.extension',
    'Release.name',
  ),
);
const filter = constantFrom(
  { target: 'Person', attribute: 'name', comparison: { IN: ['Ann'] } },
  { target: 'Person', attribute: 'name', comparison: { 'NOT IN': ['Ann'] } },
  { target: 'Commit', attribute: 'isMerge', comparison: { IN: [true] } },
  { target: 'Commit', attribute: 'name', comparison: { 'STARTS WITH': ['n1'] } },
  { ...moment, comparison: { WITHIN: ['2024-03-10T07:00:00Z', null] } },
  { ...moment, comparison: { WITHIN: [null, '2024-03-10T07:20:00Z'] } },
  { ...moment, comparison: { 'IS EMPTY': [] } },
  { target: 'SourceFile', attribute: 'topFolder', comparison: { IN: ['src'] } },
  { target: 'SourceFile', attribute: 'extension', comparison: { IN: ['ts'] } },
);
const measure = oneof(
  record({
    target: constantFrom('Commit'),
    attribute: constantFrom('additions', 'deletions'),
    reducer: constantFrom('count', 'sum', 'avg', 'min', 'max', 'median'),
    filters: array(filter, { maxLength: 1 }),
  }),
  constantFrom(
    { target: 'Commit', attribute: 'uuid', reducer: 'count' },
    { target: 'Person', attribute: 'uuid', reducer: 'countDistinct' },
    { target: 'Commit', attribute: 'committedAt', reducer: 'max' },
    { target: 'Commit', attribute: 'message', reducer: 'first' },
  ),
);
const window = constantFrom(
  {},
  { startDate: '2024-01-01', endDate: '2024-12-31' },
  { startDate: '2024-03-10', endDate: '2024-03-10' },
  { startDate: '2024-01-01', endDate: '2024-12-29' },
  { startDate: '2024-02-01', endDate: '2024-04-30' },
  { startDate: '2024-01-31', endDate: '2024-04-29' },
  { startDate: '2023-11-05T06:00:00Z', endDate: '2024-04-01T01:30:00Z' },
  { duration: 'P30D' },
  { duration: 'L1M' },
);
const question = record({
  groupBys: uniqueArray(group, { maxLength: 3, selector: (each) => JSON.stringify(each) }),
  aggregations: array(measure, { maxLength: 3 }),
  filters: array(filter, { maxLength: 2 }),
  window,
  timezone: constantFrom(...ZONES),
  firstDay: constantFrom(1, 3, 7),
  compared: boolean(),
  route: constantFrom('group-bys', 'time-series'),
});

type RandomQuery = typeof question extends Arbitrary<infer Value> ? Value : never;

const usual: RandomQuery = {
  groupBys: [],
  aggregations: [],
  filters: [],
  window: { startDate: '2024-01-01', endDate: '2024-12-31' },
  timezone: 'UTC',
  firstDay: 1,
  compared: false,
  route: 'group-bys',
};
const by = (unit: (typeof DATE_UNITS)[number], timezone = 'UTC'): RandomQuery => {
  return { ...usual, timezone, groupBys: [{ ...moment, unit }] };
};
const summed = ['count', 'sum', 'avg', 'max'].map((reducer) => {
  return { target: 'Commit', attribute: 'additions', reducer, filters: [] };
}) as RandomQuery['aggregations'];
const folder = { target: 'SourceFile', attribute: 'topFolder', comparison: { IN: ['src'] } } as const;
const ending = { target: 'SourceFile', attribute: 'extension', comparison: { IN: ['ts'] } } as const;
/** A commit counts once for each folder it touches, and may touch several. */
const OVER_EDGES: RandomQuery[] = (
  [['SourceFile.topFolder'], ['SourceFile.topFolder', 'SourceFile.extension'], ['Release.name']] as const
).flatMap((groupBys): RandomQuery[] => [
  { ...usual, groupBys: [...groupBys], aggregations: summed, window: {} },
  { ...by('month', 'America/New_York'), groupBys: [...groupBys, { ...moment, unit: 'month' }] },
  { ...usual, groupBys: [...groupBys, 'Person.name', 'Commit.isMerge'], aggregations: summed },
  { ...usual, groupBys: [...groupBys, 'Repository.name'], filters: [folder], compared: true },
  { ...usual, groupBys: [...groupBys], filters: [ending] },
  {
    ...usual,
    groupBys: [...groupBys],
    aggregations: summed.map((each) => ({ ...each, filters: [folder] })),
  },
]);
/** Queries that days or hours of UTC cannot answer, and those that they barely can. */
const EDGES: RandomQuery[] = [
  ...DATE_UNITS.map((unit) => by(unit)),
  ...ZONES.flatMap((zone) => (['day', 'week', 'month', 'year'] as const).map((unit) => by(unit, zone))),
  ...ZONES.flatMap((zone) =>
    ([1, 3, 7] as const).map((firstDay) => ({ ...by('week', zone), firstDay, window: {} })),
  ),
  ...([1, 7] as const).map((firstDay) => ({
    ...by('week'),
    firstDay,
    window: { startDate: '2024-01-01', endDate: '2024-12-29' },
  })),
  {
    ...by('week'),
    groupBys: [
      { ...moment, unit: 'week' },
      { ...moment, unit: 'month' },
    ],
    window: {},
  },
  { ...by('week'), compared: true },
  ...ZONES.map((zone) => ({ ...by('month', zone), window: {} })),
  ...ZONES.map((zone) => ({
    ...by('dayOfWeek', zone),
    window: { startDate: '2024-02-01', endDate: '2024-04-30' },
  })),
  ...ZONES.map((zone) => ({ ...by('month', zone), compared: true })),
  ...ZONES.flatMap((zone): RandomQuery[] => [
    { ...by('month', zone), window: { startDate: '2023-11-05T06:00:00Z', endDate: '2024-04-01T01:30:00Z' } },
    { ...by('month', zone), window: { startDate: '2024-01-31', endDate: '2024-04-29' } },
  ]),
  { ...usual, window: { startDate: '2023-11-05T06:00:00Z', endDate: '2024-04-01T01:30:00Z' } },
  { ...by('day', 'America/New_York'), compared: true },
  ...(['week', 'month', 'quarter', 'year'] as const).flatMap((unit): RandomQuery[] => [
    { ...by(unit), window: {} },
    { ...by(unit), window: { startDate: '2024-02-01', endDate: '2024-04-30' }, compared: true },
    { ...by(unit), window: { startDate: '2024-01-31', endDate: '2024-04-29' } },
  ]),
  {
    ...by('month'),
    groupBys: [
      { ...moment, unit: 'month' },
      { ...moment, unit: 'day' },
    ],
  },
  ...OVER_EDGES,
  {
    ...by('month'),
    groupBys: [
      { ...moment, unit: 'year' },
      { ...moment, unit: 'dayOfWeek' },
    ],
    window: {},
  },
];

/**
 * An answer without its moment. Numbers are rounded to the digits that do not depend on the order of a sum.
 */
function rounded(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value,
  );
}

describe('an answer', () => {
  it('is the same from every row, from alreadyGrouped rows and from a rollup', async () => {
    const all = Object.values(keeping);
    const found = all.map(({ rollups }) => vi.spyOn(rollups, 'find'));
    await assert(
      asyncProperty(question, async ({ route, compared, window: span, ...asked }) => {
        const query = {
          select: ['Commit'],
          ...asked,
          ...span,
          ...(compared && route === 'group-bys' ? { compareWith: {} } : {}),
        };
        const ask = async (fixture: SearchFixture, limit: number) => {
          const answer = await fixture.post(route, { ...query, format: 'json', limit });
          return [answer.status, rounded(await answer.text())] as const;
        };
        const [status, expected] = await ask(plain, 1_000);
        if (status === 400) return;
        expect(await ask(partials, 1_000)).toEqual([status, expected]);
        for (const { fixture, rollups } of all) {
          await ask(fixture, 999);
          await rollups.idle();
          expect(await ask(fixture, 1_000)).toEqual([status, expected]);
        }
      }),
      { numRuns: EDGES.length + runs(40), examples: EDGES.map((each) => [each]) },
    );
    const [hours, days, longer] = found.map(({ mock }) => {
      const kept = mock.results.flatMap(({ value }) => (value ? [(value as RollupTable).kept] : []));
      expect(kept.length).toBeGreaterThan(5);
      expect(new Set(kept.map(({ edge }) => edge?.relation))).toContain('touches');
      return { of: new Set(kept.map(({ timeGrain }) => timeGrain)), zones: kept.map(({ zone }) => zone) };
    });
    const weeks = ['week 1', 'week 3', 'week 7'];
    expect(hours?.of).toContain('hour');
    expect(days?.of).toContain('day');
    expect(days?.of).not.toContain('hour');
    expect([...(longer?.of ?? [])]).toEqual(expect.arrayContaining(['month', ...weeks]));
    for (const each of [days, longer]) expect(each?.zones).toEqual(expect.arrayContaining(ZONES));
  }, 120_000);

  it('never comes from a rollup of other data', async () => {
    const query = { select: ['Commit'], groupBys: ['Repository.name'] };
    const counts = async (limit: number) => {
      const { data } = await keeping['hours']!.fixture.ask('group-bys', { ...query, limit });
      await keeping['hours']!.rollups.idle();
      return data.map((row) => Number(row['count(Commit.uuid)']));
    };
    const before = await counts(10);
    const find = vi.spyOn(keeping['hours']!.rollups, 'find');
    expect(await counts(11)).toEqual(before);
    expect(find).toHaveLastReturnedWith(expect.objectContaining({ schema: 'rollups' }));
    await home.graph.transaction(async (open) => {
      await open.run(deleteFrom('Commit', '"repositoryUuid" IS NULL'));
      await open.run(PUBLISH);
    });
    const after = await counts(12);
    expect(find).toHaveLastReturnedWith(null);
    expect(after).toHaveLength(before.length - 1);
    expect(await counts(13)).toEqual(after);
    expect(find).toHaveLastReturnedWith(expect.objectContaining({ schema: 'rollups' }));
  });

  /** The specs that queries ask for, and whether a rollup answered them. */
  async function specsOf(...questions: readonly object[]) {
    const { fixture, rollups } = keeping['hours']!;
    const find = vi.spyOn(rollups, 'find').mockClear();
    for (const question of questions) {
      await fixture.ask('group-bys', { select: ['Commit'], ...question });
      await rollups.idle();
    }
    return find.mock.calls.map(([spec], index) => ({
      spec,
      isRead: find.mock.results[index]?.value !== null,
    }));
  }
  const folders = ['SourceFile.topFolder'];

  it('over an edge serves the same folders by other attributes of commits, and nothing else', async () => {
    const asked = await specsOf(
      { groupBys: [...folders, 'Commit.isMerge'], limit: 21 },
      { groupBys: folders, limit: 22 },
      { groupBys: ['Commit.isMerge'], limit: 23 },
      { groupBys: [...folders, 'SourceFile.extension', 'Commit.isMerge'], limit: 24 },
    );
    expect(asked.map(({ spec }) => spec.edge?.columns)).toEqual([
      ['topFolder'],
      ['topFolder'],
      undefined,
      ['extension', 'topFolder'],
    ]);
    expect(asked[1]?.isRead).toBe(true);
  });

  it('over an edge is not asked for where rows of one group may be of several things', async () => {
    const asked = await specsOf(
      { groupBys: folders, filters: [ending] },
      { groupBys: ['SourceFile.Repository.name'] },
      { groupBys: ['Person.Team.name'] },
      { groupBys: folders, aggregations: [{ target: 'SourceFile', attribute: 'uuid', reducer: 'count' }] },
    );
    expect(asked).toEqual([]);
  });
});
