import type { Column } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { chartData } from '../chart-data.ts';
import { sampleAnswer } from '../../test/samples.ts';
import { BarConfig } from './definition.ts';
import { chartModel } from './chart-model.ts';

const KIND: Column = { key: 'k', label: 'Kind', type: 'string', role: 'group' };
const WHERE: Column = { key: 'r', label: 'Repository', type: 'string', role: 'group' };
const COUNT: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure', reducer: 'count' };

function colorsOf(names: readonly string[], taken?: ReadonlyMap<string, number>): string[] {
  const rows = names.map((r) => ({ k: 'feature', r, n: 1 }));
  const options = { timezone: 'UTC', now: 0, maxCategories: 10, maxSeries: 10 };
  const data = chartData(sampleAnswer([KIND, WHERE, COUNT], rows), options);
  const model = chartModel(data, BarConfig.parse({}), null, 'UTC', taken);
  return data.series.map((_, series) => model.colorOf(series));
}

describe('the colour of a series', () => {
  it('is the accent when it is the only one', () => {
    for (const name of ['cairn', 'atlas', 'lighthouse'])
      expect(colorsOf([name])).toEqual(['var(--cn-chart-1)']);
  });

  it('is the one that its neighbours know it by, also when it is alone', () => {
    expect(colorsOf(['cairn'], new Map([['cairn', 4]]))).toEqual(['var(--cn-chart-5)']);
  });

  it('tells two apart', () => {
    expect(new Set(colorsOf(['cairn', 'atlas'])).size).toBe(2);
  });
});

describe('areas', () => {
  const modelOf = (least: number) => {
    const rows = ['a', 'b'].flatMap((r) => [
      { k: 'x', r, n: 3 },
      { k: 'y', r, n: r === 'b' ? least : 2 },
    ]);
    const options = { timezone: 'UTC', now: 0, maxCategories: 10, maxSeries: 10 };
    const data = chartData(sampleAnswer([KIND, WHERE, COUNT], rows), options);
    return chartModel(data, BarConfig.parse({ displayType: 'area' }), null, 'UTC');
  };

  it('stand on each other, unless a value is below zero, which is said', () => {
    const [stacked, apart] = [modelOf(1), modelOf(-1)];
    expect(stacked.segments.some(({ from }) => from > 0)).toBe(true);
    expect(stacked.data.cuts).toEqual([]);
    expect(apart.segments.every(({ from }) => from === 0)).toBe(true);
    expect(apart.data.cuts).toEqual(['not on each other, since some values are below zero']);
  });
});

describe('values that do not add up', () => {
  const MEDIAN: Column = { ...COUNT, label: 'Median', reducer: 'median', unit: 'second' };
  const SHARED: Column = { ...COUNT, overlap: 'Whole commits, counted once in each group.' };
  const rows = ['x', 'y'].flatMap((k) => ['a', 'b'].map((r) => ({ k, r, n: 3 })));
  const by = (column: Column, key: 'k' | 'r', n: number) =>
    sampleAnswer([column, MEDIAN], [{ [key]: 'x', n }]);
  const modelOf = (measure: Column, config: object, kind = KIND) => {
    const totals = [by(KIND, 'k', 5)];
    const options = { timezone: 'UTC', now: 0, maxCategories: 10, maxSeries: 10, totals };
    return chartModel(
      chartData(sampleAnswer([kind, WHERE, measure], rows), options),
      BarConfig.parse(config),
      null,
      'UTC',
    );
  };
  const isApart = ({ segments }: ReturnType<typeof modelOf>) =>
    segments.every(({ from, to, value, share }) => from === 0 && to === value && share === null);

  it.each([
    ['medians', MEDIAN, { bars: 'stack' }, 'side by side, since these values do not add up'],
    ['medians as shares', MEDIAN, { bars: 'percent' }, 'side by side, since these values do not add up'],
    ['medians as areas', MEDIAN, { displayType: 'area' }, 'as lines, since these values do not add up'],
    ['what is in several groups', SHARED, {}, 'side by side, since the same commits are in several groups'],
  ])('are never on each other and have no shares: %s', (_, measure, config, why) => {
    const model = modelOf(measure, config);
    expect(isApart(model)).toBe(true);
    expect(model.data.cuts).toEqual([why]);
    expect(model.config.displayType).toBe(why.startsWith('as lines') ? 'lines' : 'bars');
  });

  it('are lines over time', () => {
    const MONTH: Column = { ...KIND, type: 'datetime', dateUnit: 'month' };
    expect(modelOf(MEDIAN, {}, MONTH).config.displayType).toBe('lines');
    expect(modelOf(MEDIAN, { bars: 'split' }, MONTH).config.displayType).toBe('bars');
  });

  it('have the total that the graph computed in their tooltip, and no sum', () => {
    const tip = modelOf(MEDIAN, {}).columns[0]?.tip?.();
    expect(tip?.lines.at(-1)).toEqual({ name: 'All together', value: '5s' });
    const shared = modelOf(SHARED, {}).columns[0]?.tip?.();
    expect(shared?.lines.at(-1)).toEqual({ name: 'Total', value: '5' });
    expect(modelOf(MEDIAN, {}).columns[1]?.tip?.().lines.at(-1)?.name).toBe('b');
  });
});
