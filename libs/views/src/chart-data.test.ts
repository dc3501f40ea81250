import type { Column } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { OTHER } from './categories.ts';
import { stackUp } from './bar/stacks.ts';
import { chartData, type ChartData } from './chart-data.ts';
import type { ChartOptions } from './category.ts';
import { formatCell, formatShort, formatValue } from './format.ts';
import { sampleAnswer } from '../test/samples.ts';

const WEEK: Column = { key: 'w', label: 'Week', type: 'datetime', role: 'group', dateUnit: 'week' };
const WHO: Column = { key: 'p', label: 'Author', type: 'string', role: 'group' };
const COUNT: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure' };
const options = { timezone: 'Europe/Berlin', now: Date.UTC(2026, 3, 1), maxCategories: 100, maxSeries: 2 };

const SERIES: Column = { key: 'series', label: 'Author', type: 'string', role: 'group' };
const ADDED: Column = { ...COUNT, reducer: 'count' };

describe('the sum of other series', () => {
  const week = '2026-03-15T23:00:00Z';
  const rows = ['a', 'b', 'c'].map((series, at) => ({ w: week, series, n: 10 - at }));

  it('is there for a single series beyond the limit', () => {
    const data = chartData(sampleAnswer([WEEK, SERIES, ADDED], rows), options);
    expect(data.series.map(({ label }) => label)).toEqual(['a', 'b', 'Other']);
    expect(data.at(0, 2)).toBe(8);
    expect(data.series[2]?.except).toEqual(['a', 'b']);
  });

  it('is that of the answer where it has one, with what this picture leaves out too', () => {
    const answered = sampleAnswer([WEEK, SERIES, ADDED], [...rows, { w: week, series: OTHER, n: 20 }]);
    const whole = { ...answered, meta: { ...answered.meta, series: 9 } };
    const all = chartData(whole, { ...options, maxSeries: 3 });
    expect(all.series.map(({ label }) => label)).toEqual(['a', 'b', 'c', 'Other']);
    expect(all.at(0, 3)).toBe(20);
    expect(all.cuts).toEqual(['the 3 largest of 9 by author; Other is 43%']);
    const fewer = chartData(whole, options);
    expect(fewer.series.map(({ label }) => label)).toEqual(['a', 'b', 'Other']);
    expect(fewer.at(0, 2)).toBe(28);
    expect(fewer.cuts).toEqual(['the 2 largest of 9 by author; Other is 60%']);
  });
});

describe('an answer as a chart', () => {
  it('has every week between the first and the last, across a clock change', () => {
    const rows = ['2026-03-15T23:00:00Z', '2026-04-05T22:00:00Z'].map((w, n) => ({ w, n }));
    const data = chartData(sampleAnswer([WEEK, COUNT], rows), options);
    expect(data.categories.map(({ label }) => label)).toEqual([
      'Mar 16, 2026',
      'Mar 23, 2026',
      'Mar 30, 2026',
      'Apr 6, 2026',
    ]);
    expect(data.at(1, 0)).toBeNull();
    expect(data.at(3, 0)).toBe(1);
  });

  it('has every week from Sunday on where weeks begin on Sunday', () => {
    const rows = ['2026-03-14T23:00:00Z', '2026-03-28T23:00:00Z'].map((w, n) => ({ w, n }));
    const data = chartData(sampleAnswer([WEEK, COUNT], rows), options);
    expect(data.categories.map(({ label }) => label)).toEqual([
      'Mar 15, 2026',
      'Mar 22, 2026',
      'Mar 29, 2026',
    ]);
  });

  it('marks the period that is not over, and the one that the dates cut', () => {
    const rows = ['2026-03-15T23:00:00Z', '2026-03-22T23:00:00Z', '2026-03-29T22:00:00Z'].map((w) => ({
      w,
      n: 1,
    }));
    const answer = sampleAnswer([WEEK, COUNT], rows);
    const cut = { ...answer, meta: { ...answer.meta, start: '2026-03-18T00:00:00Z' } };
    expect(chartData(cut, options).categories.map(({ partial }) => partial)).toEqual([true, false, true]);
  });

  it('has every hour and every weekday in the order of the clock, whichever came first', () => {
    const day: Column = { key: 'd', label: 'Day', type: 'string', role: 'group', dateUnit: 'dayOfWeek' };
    const hour: Column = { key: 'h', label: 'Hour', type: 'number', role: 'group', dateUnit: 'hourOfDay' };
    const rows = [
      { h: 17, d: 'Saturday', n: 3 },
      { h: 8, d: 'Monday', n: 5 },
    ];
    const data = chartData(sampleAnswer([hour, day, COUNT], rows), { ...options, maxSeries: 10 });
    expect(data.categories.map(({ value }) => value)).toEqual(Array.from({ length: 24 }, (_, at) => at));
    expect(data.series.map(({ key }) => key).slice(0, 2)).toEqual(['Monday', 'Tuesday']);
    expect(data.series).toHaveLength(7);
    expect(data.at(17, 5)).toBe(3);
    const fromSunday = chartData(sampleAnswer([day, COUNT], rows), { ...options, firstDay: 7 });
    expect(fromSunday.categories.map(({ key }) => key).slice(0, 2)).toEqual(['Sunday', 'Monday']);
  });

  it('keeps the largest series and says what it left out', () => {
    const rows = [
      { w: '2026-03-15T23:00:00Z', p: 'Ada', n: 1 },
      { w: '2026-03-15T23:00:00Z', p: 'Bo', n: 9 },
      { w: '2026-03-15T23:00:00Z', p: 'Cy', n: 5 },
    ];
    const data = chartData(sampleAnswer([WEEK, WHO, COUNT], rows), options);
    expect(data.series.map(({ label }) => label)).toEqual(['Bo', 'Cy']);
    expect(data.cuts).toEqual(['the 2 largest of 3 by author']);
  });

  it('says how many series there are when the answer has only the largest', () => {
    const answer = sampleAnswer([WEEK, WHO, COUNT], [{ w: '2026-03-15T23:00:00Z', p: 'Ada', n: 1 }]);
    const cut = { ...answer, meta: { ...answer.meta, series: 55 } };
    expect(chartData(cut, options).cuts).toEqual(['the 1 largest of 55 by author']);
  });

  it('says how many groups there are when the answer was cut', () => {
    const answer = sampleAnswer([WHO, COUNT], [{ p: 'Ada', n: 1 }]);
    const cut = { ...answer, meta: { ...answer.meta, total: 1_240 } };
    expect(chartData(cut, options).cuts).toEqual(['1 of 1,240 shown']);
  });

  it('stacks from zero, and to one when it shows shares', () => {
    const rows = [
      { w: '2026-03-15T23:00:00Z', p: 'Ada', n: 1 },
      { w: '2026-03-15T23:00:00Z', p: 'Bo', n: 3 },
    ];
    const data = chartData(sampleAnswer([WEEK, WHO, COUNT], rows), options);
    const ends = (bars: 'stack' | 'percent' | 'split') =>
      stackUp(data, { bars, stackOrder: 'bottom-up', displayType: 'bars' }).map(({ from, to }) => [from, to]);
    expect(ends('stack')).toEqual([
      [0, 3],
      [3, 4],
    ]);
    expect(ends('percent')).toEqual([
      [0, 0.75],
      [0.75, 1],
    ]);
    expect(ends('split')).toEqual([
      [0, 3],
      [0, 1],
    ]);
  });
});

describe('what an answer has no row for', () => {
  const rows = [
    { w: '2026-03-01T23:00:00Z', p: 'Ada', n: 4 },
    { w: '2026-03-15T23:00:00Z', p: 'Ada', n: 2 },
    { w: '2026-03-15T23:00:00Z', p: 'Bo', n: 9 },
  ];
  const weeks = (measure: Column, rest: Partial<ChartOptions> = {}) => {
    const answer = sampleAnswer([WEEK, WHO, measure], rows);
    const meta = { ...answer.meta, start: '2026-02-22T23:00:00Z', end: '2026-03-29T22:00:00Z' };
    const data = chartData({ ...answer, meta }, { ...options, ...rest });
    return data.series.map(({ label }, series) => [
      label,
      ...data.categories.map((_, week) => data.at(week, series)),
    ]);
  };

  it.each(['count', 'countDistinct', 'sum'])(
    'is zero for a %s, over all dates that were asked for',
    (reducer) => {
      expect(weeks({ ...COUNT, reducer })).toEqual([
        ['Bo', 0, 0, 0, 9, 0],
        ['Ada', 0, 4, 0, 2, 0],
      ]);
    },
  );

  it.each(['avg', 'median', 'min', undefined])('is a gap for %s', (reducer) => {
    const [, ada] = weeks({ ...COUNT, ...(reducer ? { reducer } : {}) });
    expect(ada).toEqual(['Ada', null, 4, null, 2, null]);
  });

  it('is a gap where the query leaves groups out by what they measure, or the answer was cut', () => {
    const gaps = ['Ada', null, 4, null, 2, null];
    expect(weeks({ ...COUNT, reducer: 'count' }, { leavesOut: true })[1]).toEqual(gaps);
    const answer = sampleAnswer([WEEK, WHO, { ...COUNT, reducer: 'count' }], rows);
    const data = chartData({ ...answer, meta: { ...answer.meta, total: 9 } }, options);
    expect(data.at(1, 0)).toBeNull();
  });

  it('does not stretch dates of another kind than those that were asked for', () => {
    const answer = sampleAnswer([WEEK, { ...COUNT, reducer: 'count' }], rows);
    const meta = { ...answer.meta, start: '2026-01-01T00:00:00Z', end: '2026-03-10T00:00:00Z' };
    expect(chartData({ ...answer, meta }, options).categories).toHaveLength(3);
  });
});

describe('the order and the limit of groups', () => {
  const REPOSITORY: Column = { key: 'r', label: 'Repository', type: 'string', role: 'group' };
  const STATUS: Column = { key: 's', label: 'Status', type: 'string', role: 'group' };
  const counted = { ...COUNT, reducer: 'count' };
  const cells = (...all: [string, string, number][]) => all.map(([r, s, n]) => ({ r, s, n }));
  const rows = cells(
    ['search', 'merged', 90],
    ['ledger', 'merged', 80],
    ['ledger', 'open', 44],
    ['checkout', 'merged', 85],
    ['checkout', 'open', 34],
    ['search', 'closed', 1],
    ['docs', 'closed', 5],
  );
  const drawn = (rest: Partial<ChartOptions> = {}, columns = [REPOSITORY, STATUS, counted]) =>
    chartData(sampleAnswer(columns, rows), { ...options, maxSeries: 10, ...rest });
  const names = (data: ChartData) => data.categories.map(({ label }) => label);
  const totals = (data: ChartData) =>
    data.categories.map((_, at) =>
      data.series.reduce((sum, _each, series) => sum + (data.at(at, series) ?? 0), 0),
    );

  it('ranks by the total of all series, not by the largest of them', () => {
    expect(names(drawn())).toEqual(['ledger', 'checkout', 'search', 'docs']);
    expect(drawn().series.map(({ label }) => label)).toEqual(['merged', 'open', 'closed']);
    expect(names(drawn({ order: 'value', ascending: true }))).toEqual([
      'docs',
      'search',
      'checkout',
      'ledger',
    ]);
    expect(names(drawn({ order: 'name', ascending: true }))).toEqual([
      'checkout',
      'docs',
      'ledger',
      'search',
    ]);
    expect(names(drawn({ order: 'given' }))).toEqual(['search', 'ledger', 'checkout', 'docs']);
  });

  it('puts what has no value last, and cuts it first, however much it is', () => {
    const team: Column = { ...WHO, target: 'Team', label: 'Team' };
    const rows = [
      { p: null, n: 90 },
      { p: 'Core', n: 2 },
      { p: 'Web', n: 5 },
    ];
    const of = (part: Partial<ChartOptions>) =>
      chartData(sampleAnswer([team, COUNT], rows), { ...options, ...part }).categories.map(
        ({ label }) => label,
      );
    expect(of({})).toEqual(['Web', 'Core', 'n/a']);
    expect(of({ order: 'value', ascending: true })).toEqual(['Core', 'Web', 'n/a']);
    expect(of({ maxCategories: 2 })).toEqual(['Web', 'Core']);
  });

  it('never ranks people', () => {
    const people = { ...REPOSITORY, target: 'Reviewer', attribute: 'name' };
    expect(names(drawn({}, [people, STATUS, counted]))).toEqual(['checkout', 'docs', 'ledger', 'search']);
  });

  it('sums the series beyond the limit, so that a stack is as high as the truth', () => {
    const data = drawn({ maxSeries: 1 });
    expect(data.series.map(({ label }) => label)).toEqual(['merged', 'Other']);
    expect(data.at(0, 1)).toBe(44);
    expect(data.at(2, 1)).toBe(1);
    expect(totals(data)).toEqual(totals(drawn()));
    expect(data.series[1]?.except).toEqual(['merged']);
    expect(data.cuts).toEqual(['the 1 largest of 3 by status; Other is 25%']);
  });

  it('has no Other where values do not add up, or where the answer has not all series', () => {
    const average = drawn({ maxSeries: 1 }, [REPOSITORY, STATUS, { ...COUNT, reducer: 'avg' }]);
    expect(average.series.map(({ label }) => label)).toEqual(['merged']);
    expect(average.cuts).toEqual(['the 1 largest of 3 by status']);
    const answer = sampleAnswer([REPOSITORY, STATUS, counted], rows);
    const cut = { ...answer, meta: { ...answer.meta, series: 9 } };
    expect(chartData(cut, { ...options, maxSeries: 1 }).series).toHaveLength(1);
  });

  it('counts categories, never cells, and says the share of the rest', () => {
    const data = drawn({ maxCategories: 2 });
    expect(names(data)).toEqual(['ledger', 'checkout']);
    expect(totals(data)).toEqual([124, 119]);
    expect(data.cuts).toEqual(['2 of 4 shown; the rest is 28%']);
  });

  it('sums the categories beyond the limit where it is asked to', () => {
    const data = drawn({ maxCategories: 2, sums: ['categories', 'series'] });
    expect(names(data)).toEqual(['ledger', 'checkout', 'Other']);
    expect(totals(data)).toEqual([124, 119, 96]);
    expect(data.cuts).toEqual(['2 of 4 shown; Other is 28%']);
  });

  it('keeps the latest dates, and says so', () => {
    const days = Array.from({ length: 4 }, (_, day) => ({ w: `2026-03-0${day + 2}T23:00:00Z`, n: day + 1 }));
    const day: Column = { ...WEEK, dateUnit: 'day' };
    const data = chartData(sampleAnswer([day, counted], days), { ...options, maxCategories: 2 });
    expect(data.categories.map((_, at) => data.at(at, 0))).toEqual([3, 4]);
    expect(data.cuts).toEqual(['the last 2 of 4 days; the rest is 30%']);
  });

  it('is the natural one for texts of a calendar and for numbers', () => {
    const by = (column: Column, values: readonly (string | number)[]) =>
      names(
        chartData(
          sampleAnswer(
            [column, counted],
            values.map((r, n) => ({ r, n })),
          ),
          options,
        ),
      );
    expect(by(REPOSITORY, ['Wednesday', 'Monday', 'Sunday'])).toEqual(['Monday', 'Wednesday', 'Sunday']);
    expect(by({ ...REPOSITORY, type: 'number' }, [10, 9, 100])).toEqual(['9', '10', '100']);
  });
});

describe('a value in words', () => {
  const column = (rest: Partial<Column>) => ({ type: 'string', role: 'attribute', ...rest }) as Column;

  it.each<[string, unknown, Partial<Column>, string]>([
    ['nothing', null, {}, '-'],
    ['a missing group', null, { role: 'group' }, 'n/a'],
    ['a duration', 273_600, { type: 'number', unit: 'second' }, '3d 4h'],
    ['an identifier', 1_854, { type: 'number', unit: 'identifier' }, '1854'],
    ['a share', 0.256, { type: 'number', unit: 'fraction' }, '25.6%'],
    ['a weekday', 7, { type: 'number', dateUnit: 'dayOfWeek' }, 'Sunday'],
    ['an hour', 9, { type: 'number', dateUnit: 'hourOfDay' }, '9am'],
    ['a quarter', Date.UTC(2026, 3, 1), { type: 'datetime', dateUnit: 'quarter' }, 'Q2 2026'],
    ['a moment in the zone', Date.UTC(2026, 7, 12, 12, 5), { type: 'datetime' }, 'Aug 12, 2026, 2:05 pm'],
    ['a list', ['a', 'b'], { type: 'string[]' }, 'a, b'],
  ])('reads %s', (_, value, rest, words) => {
    expect(formatCell(value as never, column(rest), 'Europe/Berlin')).toBe(words);
  });

  it('is exact in a tooltip and short on an axis', () => {
    expect([formatValue(1_240), formatShort(1_240), formatShort(3_000_000, 'line')]).toEqual([
      '1,240',
      '1.2K',
      '3M',
    ]);
  });
});
