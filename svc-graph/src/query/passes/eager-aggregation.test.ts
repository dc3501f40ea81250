import { CATALOGUE } from '@cairn/entities';
import { Query, narrowZone, zoneTable } from '@cairn/query';
import type { QueryInput } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { planGroups } from '../plan/groups.ts';
import { BASE, scanOf } from '../plan/scope.ts';
import { aggregateEarly } from './eager-aggregation.ts';

const START = Date.UTC(2024, 0, 1);
const YEAR = { start: START, end: START + 366 * 86_400_000 };
const EVER = { start: null, end: null };
const ROWS = new Map([
  ['Commit', 600_000],
  ['PullRequest', 150_000],
  ['Repository', 400],
  ['Person', 1_300],
]);
const KNOWN = { rowsOf: (table: string) => ROWS.get(table) ?? 0, fewer: 12 };

/** The keys of the early aggregation; undefined without one. */
function keysOf(query: QueryInput, timezone = 'UTC', window: typeof YEAR | typeof EVER = EVER) {
  const kind = CATALOGUE.kind(query.select?.[0] ?? 'Commit');
  if (!kind) throw new Error('no such kind');
  const zone = narrowZone(zoneTable(timezone), window.start, window.end);
  const scope = {
    catalogue: CATALOGUE,
    kind,
    base: scanOf(kind, BASE),
    calendar: { zone, firstDay: 1 as const },
    window,
    now: 0,
  };
  const [grain] = planGroups({ ...Query.parse(query), limit: 10, offset: 0 }, scope).grains;
  const keys = grain && aggregateEarly(grain, KNOWN)?.preAggregation?.keys;
  return keys?.map(({ expr }) =>
    expr.node === 'bucket' ? expr.unit : expr.node === 'column' ? expr.name : '',
  );
}

const by = (unit: 'day' | 'week' | 'month' | 'hourOfDay' | 'dayOfWeek', attribute = 'committedAt') => {
  return { target: attribute === 'committedAt' ? 'Commit' : 'PullRequest', attribute, unit };
};

describe('rows are aggregated early', () => {
  it('where the sizes of tables say that few are left, by the periods that are asked for', () => {
    expect(keysOf({ select: ['Commit'], groupBys: ['Repository.name', by('month')] })).toEqual([
      'repositoryUuid',
      'month',
    ]);
    expect(keysOf({ select: ['Commit'], groupBys: ['Repository.name', by('week')] })).toBeUndefined();
    expect(
      keysOf({ select: ['PullRequest'], groupBys: ['Repository.name', by('week', 'mergedAt')] }),
    ).toBeUndefined();
    expect(keysOf({ select: ['Commit'], groupBys: ['Person.name'] })).toEqual(['authorUuid']);
  });

  it('by days where longer periods are all that is asked', () => {
    expect(keysOf({ select: ['Commit'], groupBys: [by('month')] })).toEqual(['day']);
    expect(keysOf({ select: ['Commit'], groupBys: [by('day')] })).toBeUndefined();
  });

  it('by hours of UTC where a clock that changes at whole hours tells all, and there are few enough of them', () => {
    expect(keysOf({ select: ['Commit'], groupBys: [by('day')] }, 'America/New_York', YEAR)).toEqual(['hour']);
    const clock = [by('hourOfDay'), by('dayOfWeek')];
    expect(keysOf({ select: ['Commit'], groupBys: clock }, 'America/New_York', YEAR)).toEqual(['hour']);
    for (const zone of ['UTC', 'Asia/Kolkata', 'Australia/Lord_Howe'])
      expect(keysOf({ select: ['Commit'], groupBys: clock }, zone, YEAR)).toBeUndefined();
    const ever = { start: Date.UTC(2010, 0, 1), end: YEAR.end };
    expect(keysOf({ select: ['Commit'], groupBys: [by('day')] }, 'America/New_York', ever)).toBeUndefined();
  });

  it('never by what is counted once', () => {
    const aggregations = [{ target: 'Person', attribute: 'uuid', reducer: 'countDistinct' as const }];
    expect(keysOf({ select: ['Commit'], groupBys: ['Repository.name'], aggregations })).toBeUndefined();
  });
});
