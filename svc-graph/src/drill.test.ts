import { CATALOGUE } from '@cairn/entities';
import { DATE_UNITS, Query, filterOnGroup, rowsBehind } from '@cairn/query';
import type { Condition, GroupBy, GroupValue } from '@cairn/query';
import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  oneof,
  option,
  record,
  tuple,
} from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../test/runs.ts';
import { corpusService } from '../test/corpus-service.ts';
import type { CorpusService } from '../test/corpus-service.ts';
import { where } from '../test/corpus/case.ts';

let service: CorpusService;
beforeAll(async () => {
  service = await corpusService();
});
afterAll(() => service.close());

const KINDS = [
  'Commit',
  'PullRequest',
  'Issue',
  'Person',
  'Message',
  'CicdPipeline',
  'CalendarEntry',
  'Event',
];
/** Attributes that the org has values of; groups of the others all look the same. */
const FILLED =
  /^(name|status|isMerge|committedAt|createdAt|authoredAt|startTime|occurredAt|additions|deletions|storyPoints|labels|filesModified|filesAdded|reviewers|extension|topFolder|isBot|title|result|duration|mergedAt|clockCycleTime|action|tagName|sha|state|cairnQuality)$/;

function groupOf(kind: string): Arbitrary<GroupBy> {
  const near = CATALOGUE.kind(kind)?.relations ?? [];
  const far = near.flatMap(({ name, target }) =>
    (CATALOGUE.kind(target)?.relations ?? []).map((next) => `${name}.${next.name}`),
  );
  const fieldsOf = (target: string) =>
    (CATALOGUE.targetKind(kind, target)?.attributes ?? [])
      .filter(({ name, type }) => FILLED.test(name) && type !== 'json')
      .map(({ name, type }) => ({ target, attribute: name, type }));
  const own = fieldsOf(kind);
  const linked = [...near.map(({ name }) => name), ...far].flatMap(fieldsOf);
  return constantFrom(...own, ...own, ...own, ...own, ...own, ...own, ...linked).chain(({ type, ...field }) =>
    record({
      unit:
        type === 'datetime' || type === 'date'
          ? option(constantFrom(...DATE_UNITS), { nil: undefined })
          : constant(undefined),
      bins:
        type === 'number'
          ? constantFrom(undefined, { width: 10 }, { width: 0.1 }, { width: 3_600 }, { count: 5 })
          : constant(undefined),
    }).map(({ unit, bins }) => ({ ...field, ...(unit ? { unit } : {}), ...(bins ? { bins } : {}) })),
  );
}

const FILTERS: Readonly<Record<string, readonly Condition[]>> = {
  Commit: [
    where('Person.name', { IN: ['Ann', 'Bob', null] }),
    where('SourceFile.extension', { 'NOT IN': ['md'] }),
    where('SourceFile.topFolder', { IN: ['src', 'docs'] }),
    where('Commit.filesModified', { CONTAINS: ['src'] }),
    { any: [where('SourceFile.extension', { IN: ['ts'] }), where('Person.Team.name', { IN: ['web'] })] },
  ],
  PullRequest: [
    where('Reviewer.name', { 'NOT IN': ['Bob'] }),
    where('Commit.Person.name', { IN: ['Ann', 'Bob'] }),
  ],
  Issue: [where('Sprint.name', { IN: ['Sprint 2', null] }), where('Issue.labels', { 'NOT IN': ['chart'] })],
};

const TEXTUAL = [
  { CONTAINS: ['a', 'E'] },
  { 'NOT CONTAINS': ['a'] },
  { 'STARTS WITH': ['src', 'A'] },
  { 'IS EMPTY': [] },
  { 'IS NOT EMPTY': [] },
];
const DATED = [
  { comparison: { 'IN LAST': ['P1Y'] } },
  { comparison: { 'NOT IN LAST': ['L1M'] } },
  { comparison: { WITHIN: ['2024-03-10', null] } },
  { unit: 'dayOfWeek', comparison: { 'NOT IN': ['Sunday', null] } },
  { unit: 'hourOfDay', comparison: { IN: [0, 7, 9, 23] } },
  { unit: 'week', comparison: { IN: ['2024-03-10', '2024-10-27'] } },
];
const COMPARED: Readonly<Record<string, readonly object[]>> = {
  string: TEXTUAL.map((comparison) => ({ comparison })),
  'string[]': TEXTUAL.map((comparison) => ({ comparison })),
  number: [
    { comparison: { WITHIN: [1, null] } },
    { comparison: { 'NOT IN': [5, 30] } },
    { comparison: { 'IS EMPTY': [] } },
    { bins: { width: 10 }, comparison: { IN: [0, 30] } },
  ],
  boolean: [{ comparison: { IN: [true] } }, { comparison: { 'NOT IN': [true, null] } }],
  datetime: DATED,
  date: DATED.filter(({ unit }) => unit !== 'hourOfDay'),
};

/** Conditions of any kind, also about what is grouped, and groups of them. */
function conditionOf(kind: string): Arbitrary<Condition> {
  const leaf = groupOf(kind).chain(({ target, attribute }) => {
    const type = CATALOGUE.targetKind(kind, target)?.attributes.find(({ name }) => name === attribute)?.type;
    return constantFrom(...(COMPARED[type ?? 'string'] ?? [])).map(
      (compared) => ({ target, attribute, ...compared }) as Condition,
    );
  });
  const known = FILTERS[kind] ?? [];
  const one = known.length > 0 ? oneof(leaf, constantFrom(...known)) : leaf;
  const joined = tuple(constantFrom('any', 'all', 'one'), array(one, { minLength: 1, maxLength: 3 })).map(
    ([how, members]) => ({ [how]: members }) as Condition,
  );
  return oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: joined });
}

const query = constantFrom(...KINDS, 'Commit', 'Commit').chain((kind) =>
  record({
    select: constant([kind]),
    groupBys: array(groupOf(kind), { minLength: 1, maxLength: 3 }),
    filters: array(conditionOf(kind), { maxLength: 2 }),
    search: constantFrom('', '', '', 'a OR e', 'NOT parser', '"the bug" OR NOT (a e)'),
    window: constantFrom<object>(
      {},
      {},
      { startDate: '2024-03-10', endDate: '2024-10-27' },
      { duration: 'P30D' },
      { duration: 'T1Y' },
      { duration: 'L1W' },
    ),
    timezone: constantFrom(
      'UTC',
      'America/New_York',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Apia',
      'Africa/Casablanca',
    ),
    asOf: constantFrom<Query['asOf']>(undefined, undefined, 'now', 'event', '2024-03-12'),
    firstDay: constantFrom(1 as const, 3 as const, 6 as const, 7 as const),
    measured: option(array(conditionOf(kind), { minLength: 1, maxLength: 2 }), { freq: 2, nil: undefined }),
  }).map(({ window, measured, ...rest }) =>
    Query.parse({
      ...rest,
      ...window,
      aggregations: measured
        ? [{ target: kind, attribute: 'uuid', reducer: 'count', filters: measured }]
        : [],
    }),
  ),
);

/** Some cells of an answer: all of a short one, else a few along it. */
const some = <T>(rows: readonly T[], most: number): T[] =>
  rows.length <= most ? [...rows] : rows.filter((_, index) => index % Math.ceil(rows.length / most) === 0);

const valueOf = (row: Record<string, unknown>, key: string) => row[key] as GroupValue;

describe('what is behind a cell', () => {
  it('are exactly the rows that the cell counted, for every group', async () => {
    let cells = 0;
    await assert(
      asyncProperty(query, async (asked) => {
        const { data, columns } = await service.ask('group-bys', asked);
        const groups = columns.filter(({ role }) => role === 'group');
        const count = columns.find(({ role }) => role === 'measure')?.key ?? '';
        for (const row of some(data, 5)) {
          const chosen = groups.map(({ key, binWidth }, index) => ({
            group: asked.groupBys.filter(
              (each, at, all) =>
                all.findIndex((other) => JSON.stringify(other) === JSON.stringify(each)) === at,
            )[index] as GroupBy,
            value: valueOf(row, key),
            binWidth,
          }));
          const behind = rowsBehind(asked, chosen, asked.aggregations[0]);
          const { meta } = await service.ask('entities', { ...behind, columns: ['uuid'], limit: 1 });
          expect(meta.total, JSON.stringify({ asked, row, behind: behind.filters }, null, 1)).toBe(
            row[count],
          );
          cells++;
        }
      }),
      { numRuns: runs(40) },
    );
    // An empty answer proves nothing; most are not.
    expect(cells).toBeGreaterThan(runs(40) / 4);
  });

  it('keeps the moment of the period by which dated relations were grouped', async () => {
    const reviewers = { target: 'Reviewer', attribute: 'name' };
    for (const attribute of ['mergedAt', 'createdAt']) {
      const groupBys: GroupBy[] = [{ target: 'PullRequest', attribute, unit: 'month' }, reviewers];
      const asked = Query.parse({ select: ['PullRequest'], asOf: 'event', groupBys });
      const { data, columns } = await service.ask('group-bys', asked);
      const [month = '', name = '', count = ''] = columns.map(({ key }) => key);
      for (const row of data) {
        const chosen = groupBys.map((group, at) => ({ group, value: valueOf(row, at === 0 ? month : name) }));
        const { meta } = await service.ask('entities', rowsBehind(asked, chosen));
        expect(meta.total, JSON.stringify({ attribute, row })).toBe(row[count]);
      }
    }
  });

  it('is the same answer without the group, for what is left to group by', async () => {
    await assert(
      asyncProperty(query, async (drawn) => {
        // How wide so many bins are follows from what is selected, so they are not the same bins of less.
        const asked = { ...drawn, groupBys: drawn.groupBys.filter(({ bins }) => !bins || 'width' in bins) };
        const { data, columns } = await service.ask('group-bys', asked);
        const [first, ...others] = columns;
        const group = asked.groupBys[0];
        if (!first || !group) return;
        const rest = others.map(({ key }) => key);
        for (const value of some([...new Set(data.map((row) => valueOf(row, first.key)))], 4)) {
          const mine = data.filter((row) => row[first.key] === value);
          const narrowed = filterOnGroup(asked, { group, value, binWidth: first.binWidth });
          const keys = asked.groupBys.length === narrowed.groupBys.length + 1 ? rest : null;
          const answer = await service.ask('group-bys', narrowed);
          const plain = (rows: readonly Record<string, unknown>[]) =>
            rows.map((row) => JSON.stringify((keys ?? []).map((key) => row[key]))).toSorted();
          expect(plain(answer.data), JSON.stringify({ asked, value, narrowed: narrowed.filters })).toEqual(
            plain(mine),
          );
        }
      }),
      { numRuns: runs(20) },
    );
  });
});
