import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import type { Column } from '@cairn/contracts';
import { sampleAnswer } from '../../test/samples.ts';
import { formatValue } from '../format.ts';
import { inShares } from '../shares.ts';
import { inShownUnit } from '../shown-unit.ts';
import { inOrder, moveColumn } from './column-order.ts';
import { table, TableConfig } from './definition.ts';
import { roomOf } from './table-room.ts';

describe('the order of columns', () => {
  const columns = ['a', 'b', 'c'].map((id) => ({ id }));
  const ids = (order: string[]) => inOrder(columns, order).map(({ id }) => id);

  it('is the chosen one; columns that it does not name follow, those that are gone are left out', () => {
    expect(ids([])).toEqual(['a', 'b', 'c']);
    expect(ids(['c', 'gone', 'a'])).toEqual(['c', 'a', 'b']);
  });

  it('has a moved column at the place of another', () => {
    expect(moveColumn(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
    expect(moveColumn(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
    expect(moveColumn(['a', 'b'], 'gone', 'a')).toEqual(['a', 'b']);
  });
});

describe('the settings of a table', () => {
  it('clamp the widths, and drop what is no order or no limit', () => {
    const config = TableConfig.parse({
      widths: { a: 9, b: 9_000 },
      columns: [7],
      limit: 'all',
      timeUnit: 'x',
    });
    expect(config).toMatchObject({ widths: { a: 50, b: 1_000 }, columns: [], limit: null, timeUnit: 'auto' });
  });

  it('limit the rows, never beyond what the query allows', () => {
    const query = Query.parse({ select: ['Commit'] });
    const limitOf = (asked: Query, limit: number | null) =>
      table.request(asked, TableConfig.parse({ limit })).limit;
    expect(limitOf(query, null)).toBeUndefined();
    expect(limitOf(query, 40)).toBe(40);
    expect(limitOf({ ...query, limit: 10 }, 40)).toBe(10);
  });

  it('ask for totals of all groups, unless groups had to pass a condition', () => {
    const query = Query.parse({ select: ['Commit'], groupBys: ['Person.name'], page: 3, pageSize: 20 });
    const asked = (more: Partial<Query>, totals = true) =>
      table.further({ ...query, ...more }, TableConfig.parse({ totals }))['total']?.query;
    expect(asked({})).toMatchObject({ groupBys: [] });
    expect(asked({})).not.toHaveProperty('page');
    expect(asked({}, false)).toBeUndefined();
    const having = [{ column: 'count(Commit.uuid)', comparison: { WITHIN: [1, 5] as [number, number] } }];
    expect([asked({ having }), asked({ groupBys: [] })]).toEqual([undefined, undefined]);
  });

  it.each([
    [620, 'entities', 15],
    [620, 'groups', 14],
    [620, 'pivot', 13],
    [10, 'groups', 5],
  ] as const)('fit %i pixels of height with as many rows as the specification says', (height, kind, rows) => {
    expect(roomOf(height, kind)).toBe(rows);
  });
});

const figure = (unit: string | undefined, more: Partial<Column> = {}): Column => ({
  key: 'n',
  label: 'n',
  type: 'number',
  role: 'measure',
  ...(unit === undefined ? {} : { unit }),
  ...more,
});

describe('a duration in a chosen unit', () => {
  it.each([
    [5_400, 'second', 'auto', '1h 30m'],
    [5_400, 'second', 'minutes', '90 min'],
    [5_400, 'second', 'hours', '1.5 h'],
    [36, 'hour', 'days', '1.5 d'],
    [2_629_800, 'second', 'months', '1 mo'],
    [61_200, 'businesssecond:30600', 'auto', '2 wd'],
    [61_200, 'businesssecond:30600', 'days', '2 wd'],
    [61_200, 'businesssecond:30600', 'months', '2 wd'],
    [61_200, 'businesssecond:30600', 'hours', '17 h'],
    [61_200, 'businesssecond', 'auto', '17h'],
    [61_200, 'businesssecond', 'days', '17 h'],
    [7, 'line', 'hours', '7'],
    [7, undefined, 'hours', '7'],
  ] as const)('%d %s in %s is %s', (value, unit, timeUnit, text) => {
    const shown = inShownUnit(sampleAnswer([figure(unit)], [{ n: value }]), { timeUnit });
    expect(formatValue(Number(shown.get('n', 0)), shown.columns[0]?.unit)).toBe(text);
  });

  it('leaves the values of groups as they are, since they lead to rows', () => {
    const answer = sampleAnswer([figure('second', { role: 'group' })], [{ n: 5_400 }]);
    expect(inShownUnit(answer, { timeUnit: 'hours' }).get('n', 0)).toBe(5_400);
  });
});

describe('values as shares', () => {
  const rows = [{ n: 30 }, { n: 10 }];
  const shares = (column: Column) => {
    const answer = inShares(sampleAnswer([column], rows), { asPercent: true });
    return [0, 1].map((row) => answer.get('n', row));
  };

  it('are those of counts and sums, of all that there is', () => {
    expect(shares(figure(undefined, { reducer: 'count' }))).toEqual([0.75, 0.25]);
    expect(shares(figure('second', { reducer: 'sum' }))).toEqual([0.75, 0.25]);
  });

  it('are not made of what does not add up', () => {
    expect(shares(figure('second', { reducer: 'median' }))).toEqual([30, 10]);
    expect(shares(figure(undefined, { reducer: 'count', overlap: 'In several.' }))).toEqual([30, 10]);
  });
});
