import type { Column } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { sampleAnswer } from '../../test/samples.ts';
import { chartData } from '../chart-data.ts';
import { flatLeaves, nestedLeaves } from './leaves.ts';

const TEAM: Column = { key: 't', label: 'Team', type: 'string', role: 'group' };
const FILE: Column = { key: 'f', label: 'File', type: 'string', role: 'group' };
const COUNT: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure', reducer: 'count' };
const options = { timezone: 'UTC', now: 0, maxSeries: 100, sums: ['categories', 'series'] as const };

/** `a` has files of 90, 80 … 10 commits, `b` one of 5, and `c` two of 2 and 1. */
const ROWS = [
  ...Array.from({ length: 9 }, (_, at) => ({ t: 'a', f: `a${String(at)}`, n: 90 - at * 10 })),
  { t: 'b', f: 'b0', n: 5 },
  { t: 'c', f: 'c0', n: 2 },
  { t: 'c', f: 'c1', n: 1 },
];
const answer = sampleAnswer([TEAM, FILE, COUNT], ROWS);
const drawn = (maxCategories: number, most: number) => {
  const { data, leaves } = nestedLeaves(chartData(answer, { ...options, maxCategories }), answer, most);
  return {
    data,
    cells: leaves.map(({ category, series, value }) => [
      data.categories[category]?.label,
      data.series[series]?.label,
      value,
    ]),
    leaves,
  };
};

describe('the cells of two groups', () => {
  it('are the largest ones, and one for all smaller ones of a group, which says how many they are', () => {
    const { cells, data } = drawn(10, 4);
    expect(cells).toEqual([
      ['a', 'a0', 90],
      ['a', 'a1', 80],
      ['a', 'a2', 70],
      ['a', 'a3', 60],
      ['b', 'b0', 5],
      ['c', 'c0', 2],
      ['c', 'c1', 1],
      ['a', '5 more', 150],
    ]);
    expect(data.cuts).toEqual([
      'the 7 largest cells of their groups stand alone; 5 smaller ones are drawn as one in each group and are 33%',
    ]);
  });

  it('stand alone in each group, where all are as large as each other', () => {
    const rows = ['a', 'b'].flatMap((t) =>
      Array.from({ length: 50 }, (_, at) => ({ t, f: t + String(at), n: 1 })),
    );
    const even = sampleAnswer([TEAM, FILE, COUNT], rows);
    const { leaves } = nestedLeaves(chartData(even, { ...options, maxCategories: 10 }), even, 20);
    expect(leaves.map(({ value }) => value).filter((value) => value > 1)).toEqual([40, 40]);
  });

  it('lead to what they hold: all files of the group but those that stand alone', () => {
    const { data, leaves } = drawn(10, 4);
    const rest = leaves.find(({ value }) => value === 150);
    expect(data.series[rest?.series ?? 0]?.except).toEqual(['a0', 'a1', 'a2', 'a3']);
    expect(data.at(rest?.category ?? 0, rest?.series ?? 0)).toBe(150);
  });

  it('are one for all groups beyond the limit, with how many they are', () => {
    const { cells, data } = drawn(1, 20);
    expect(cells.slice(9)).toEqual([['Other: 2 more', 'Other', 8]]);
    expect(data.cuts).toEqual(['1 of 3 shown; Other is 2%']);
  });

  it('say nothing of what is left out where all stand alone', () => {
    expect(drawn(10, 20).cells).toHaveLength(ROWS.length);
    expect(drawn(10, 20).data.cuts).toEqual([]);
  });
});

it('the cells of one group say how many others there are', () => {
  const files = sampleAnswer(
    [FILE, COUNT],
    ROWS.map(({ f, n }) => ({ f, n })),
  );
  const { data, leaves } = flatLeaves(chartData(files, { ...options, maxCategories: 2 }), files);
  expect(data.categories.map(({ label }) => label)).toEqual(['a0', 'a1', 'Other: 10 more']);
  expect(leaves.map(({ value }) => value)).toEqual([90, 80, 288]);
});
