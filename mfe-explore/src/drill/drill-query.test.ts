import type { Column } from '@cairn/contracts';
import { leavesOf, Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { AUTHOR } from '../../test/named-people.ts';
import { againstBefore, byAnotherGroup, drillRows, filterOn, withoutValue } from './drill-query.ts';

const zone = 'Europe/Berlin';
const anchor = { x: 0, y: 0 };
const week: Column = {
  key: 'week(Commit.committedAt)',
  label: 'Committed at',
  type: 'datetime',
  role: 'group',
  target: 'Commit',
  attribute: 'committedAt',
  dateUnit: 'week',
};
const query = Query.parse({
  select: ['Commit'],
  duration: 'P1Y',
  groupBys: [
    { target: 'Person', attribute: 'name' },
    { target: 'Commit', attribute: 'committedAt', unit: 'week' },
  ],
  order: [{ by: 'Person.name', direction: 'ascending' }],
});
const monday = Date.parse('2026-08-09T22:00:00Z');

describe('the rows behind a value', () => {
  it('of Other are those of all that is not drawn by itself', () => {
    const groups = [{ column: AUTHOR, value: null, except: ['Ada', null] }];
    const { filters, groupBys } = drillRows(query, { groups, anchor }, zone);
    expect(leavesOf(filters).map(({ comparison }) => comparison)).toEqual([{ 'NOT IN': ['Ada', null] }]);
    expect(groupBys).toEqual([]);
  });

  it('are filtered by it and by its period, and not grouped', () => {
    const groups = [
      { column: AUTHOR, value: 'Ada' },
      { column: week, value: monday },
    ];
    expect(drillRows(query, { groups, anchor }, zone)).toMatchObject({
      groupBys: [],
      order: [],
      duration: 'P1Y',
      filters: [
        { target: 'Person', attribute: 'name', comparison: { IN: ['Ada'] } },
        { target: 'Commit', attribute: 'committedAt', unit: 'week', comparison: { IN: ['2026-08-10'] } },
      ],
    });
  });

  it('include those where the value is missing', () => {
    const { filters } = drillRows(query, { groups: [{ column: AUTHOR, value: null }], anchor }, zone);
    expect(leavesOf(filters)[0]?.comparison).toEqual({ IN: [null] });
  });

  it('are in the bin that was chosen', () => {
    const lines: Column = {
      key: 'bins(Commit.additions, 10)',
      label: 'Additions',
      type: 'number',
      role: 'group',
      target: 'Commit',
      attribute: 'additions',
      binWidth: 10,
    };
    const { filters } = drillRows(query, { groups: [{ column: lines, value: 20 }], anchor }, zone);
    expect(leavesOf(filters)[0]).toMatchObject({ bins: { width: 10 }, comparison: { IN: [20] } });
  });
});

describe('filter by group', () => {
  it('keeps the other group and the question', () => {
    const next = filterOn(query, { column: AUTHOR, value: 'Ada' }, zone);
    expect(next.groupBys).toEqual([query.groupBys[1]]);
    expect(next.filters).toHaveLength(1);
    expect(next.order).toEqual([]);
  });

  it('keeps a part of the clock under its unit', () => {
    const day = { ...week, dateUnit: 'dayOfWeek', type: 'string' as const };
    expect(leavesOf(filterOn(query, { column: day, value: 'Monday' }, zone).filters)[0]).toMatchObject({
      unit: 'dayOfWeek',
      comparison: { IN: ['Monday'] },
    });
  });
});

describe('a value that is left out', () => {
  it('becomes an exclusion beside the filters that there are, and its group stays', () => {
    const filters = [{ target: 'Person', attribute: 'name', comparison: { 'NOT IN': ['Grace'] } }];
    const left = withoutValue({ ...query, filters }, { column: AUTHOR, value: 'Ada' }, zone);
    expect(left.groupBys).toEqual(query.groupBys);
    expect(leavesOf(left.filters).map(({ comparison }) => comparison)).toEqual(
      expect.arrayContaining([{ 'NOT IN': ['Grace'] }, { 'NOT IN': ['Ada'] }]),
    );
  });

  it('may be a period, in the zone of the reader', () => {
    const left = withoutValue(query, { column: week, value: monday }, zone);
    expect(leavesOf(left.filters)).toEqual([
      expect.objectContaining({ unit: 'week', comparison: { 'NOT IN': ['2026-08-10'] } }),
    ]);
    expect(left.timezone).toBeUndefined();
  });
});

const selected = (...groups: { column: Column; value: string | number }[]) => ({ groups, anchor });

describe('a value by another group', () => {
  it('is filtered by all of its groups, and grouped by that alone', () => {
    const repository = { target: 'Repository', attribute: 'name' };
    const chosen = selected({ column: AUTHOR, value: 'Ada' }, { column: week, value: monday });
    const next = byAnotherGroup(query, repository, chosen, zone);
    expect(next.groupBys).toEqual([repository]);
    expect(leavesOf(next.filters).map(({ comparison }) => comparison)).toEqual([
      { IN: ['Ada'] },
      { IN: ['2026-08-10'] },
    ]);
    expect(next).toMatchObject({ duration: 'P1Y', order: [] });
  });
});

describe('a value against the time before', () => {
  const moment = { target: 'Commit', attribute: 'committedAt' };
  const dates = { timezone: zone, firstDay: 1 as const, moment };
  const byAuthor = { ...query, groupBys: query.groupBys.slice(0, 1), order: [] };

  it('is a single figure of the same dates, which is counted where nothing is measured', () => {
    const next = againstBefore(byAuthor, selected({ column: AUTHOR, value: 'Ada' }), dates);
    expect(next).toMatchObject({
      duration: 'P1Y',
      compareWith: { method: 'tuple' },
      groupBys: [],
      aggregations: [{ attribute: 'uuid', reducer: 'count' }],
    });
    expect(leavesOf(next?.filters ?? []).map(({ comparison }) => comparison)).toEqual([{ IN: ['Ada'] }]);
  });

  it('has the dates of a chosen period, so that the one before it is as long', () => {
    const chosen = selected({ column: AUTHOR, value: 'Ada' }, { column: week, value: monday });
    const next = againstBefore(query, chosen, dates);
    expect(next).toMatchObject({ startDate: '2026-08-10', endDate: '2026-08-16', groupBys: [] });
    expect(next?.duration).toBeUndefined();
  });

  it('cannot be asked of a period of another moment than the dates', () => {
    const merged = { ...week, target: 'PullRequest', attribute: 'mergedAt' };
    expect(againstBefore(query, selected({ column: merged, value: monday }), dates)).toBeNull();
  });
});
