import type { Column } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { stackUp } from './bar/stacks.ts';
import { chartData } from './chart-data.ts';
import { formatCell, formatShort, formatValue } from './format.ts';
import { sampleAnswer } from '../test/samples.ts';

const WEEK: Column = { key: 'w', label: 'Week', type: 'datetime', role: 'group', dateUnit: 'week' };
const WHO: Column = { key: 'p', label: 'Author', type: 'string', role: 'group' };
const COUNT: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure' };
const options = { timezone: 'Europe/Berlin', now: Date.UTC(2026, 3, 1), maxCategories: 100, maxSeries: 2 };

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
      stackUp(data, { bars, stackOrder: 'bottom-up' }).map(({ from, to }) => [from, to]);
    expect(ends('stack')).toEqual([
      [0, 1],
      [1, 4],
    ]);
    expect(ends('percent')).toEqual([
      [0, 0.25],
      [0.25, 1],
    ]);
    expect(ends('split')).toEqual([
      [0, 1],
      [0, 3],
    ]);
  });
});

describe('a value in words', () => {
  const column = (rest: Partial<Column>) => ({ type: 'string', role: 'attribute', ...rest }) as Column;

  it.each<[string, unknown, Partial<Column>, string]>([
    ['nothing', null, {}, '-'],
    ['a missing group', null, { role: 'group' }, 'n/a'],
    ['a duration', 273_600, { type: 'number', unit: 'second' }, '3d 4h'],
    ['a share', 0.256, { type: 'number', unit: 'fraction' }, '25.6%'],
    ['a weekday', 7, { type: 'number', dateUnit: 'dayOfWeek' }, 'Sunday'],
    ['an hour', 9, { type: 'number', dateUnit: 'hourOfDay' }, '09:00'],
    ['a quarter', Date.UTC(2026, 3, 1), { type: 'datetime', dateUnit: 'quarter' }, 'Q2 2026'],
    ['a moment in the zone', Date.UTC(2026, 7, 12, 12, 5), { type: 'datetime' }, 'Aug 12, 2026, 14:05'],
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
