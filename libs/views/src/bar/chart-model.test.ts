import type { Column } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { chartData } from '../chart-data.ts';
import { sampleAnswer } from '../../test/samples.ts';
import { BarConfig } from './definition.ts';
import { chartModel } from './chart-model.ts';

const KIND: Column = { key: 'k', label: 'Kind', type: 'string', role: 'group' };
const WHERE: Column = { key: 'r', label: 'Repository', type: 'string', role: 'group' };
const COUNT: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure' };

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
