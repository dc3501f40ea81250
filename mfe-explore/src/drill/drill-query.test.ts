import type { Column } from '@cairn/contracts';
import { leavesOf, Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { canFilter, filterOn, rowsBehind } from './drill-query.ts';

const zone = 'Europe/Berlin';
const anchor = { x: 0, y: 0 };
const author: Column = {
  key: 'Person.name',
  label: 'Author',
  type: 'string',
  role: 'group',
  target: 'Person',
  attribute: 'name',
};
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
  it('are filtered by it, dated by its period, and not grouped', () => {
    const groups = [
      { column: author, value: 'Ada' },
      { column: week, value: monday },
    ];
    expect(rowsBehind(query, { groups, anchor }, zone)).toMatchObject({
      groupBys: [],
      order: [],
      startDate: '2026-08-10',
      endDate: '2026-08-16',
      filters: [{ target: 'Person', attribute: 'name', comparison: { IN: ['Ada'] } }],
    });
  });

  it('include those where the value is missing', () => {
    const { filters } = rowsBehind(query, { groups: [{ column: author, value: null }], anchor }, zone);
    expect(leavesOf(filters)[0]?.comparison).toEqual({ IN: [null] });
  });

  it('narrow another date than the main one by a filter', () => {
    const authored = { ...week, attribute: 'authoredAt', target: 'Release' };
    const { filters, duration } = rowsBehind(
      query,
      { groups: [{ column: authored, value: monday }], anchor },
      zone,
    );
    expect(duration).toBe('P1Y');
    expect(leavesOf(filters)[0]?.comparison).toEqual({
      WITHIN: ['2026-08-09T22:00:00.000Z', '2026-08-16T21:59:59.999Z'],
    });
  });
});

describe('filter by group', () => {
  it('keeps the other group and the question', () => {
    const next = filterOn(query, { column: author, value: 'Ada' }, zone);
    expect(next.groupBys).toEqual([query.groupBys[1]]);
    expect(next.filters).toHaveLength(1);
    expect(next.order).toEqual([]);
  });

  it('is not offered for parts of the clock, which no filter can say', () => {
    expect(canFilter({ column: { ...week, dateUnit: 'dayOfWeek' }, value: 1 })).toBe(false);
    expect(canFilter({ column: author, value: 'Ada' })).toBe(true);
  });
});
