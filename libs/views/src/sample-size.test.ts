import type { Column } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { sampleSizes, headerHint } from './sample-size.ts';

const measure = (n?: number, excluded?: number, reducer = 'median', label = 'Median cycle time'): Column => ({
  key: label,
  label,
  type: 'number',
  role: 'measure',
  reducer,
  ...(n === undefined ? {} : { n }),
  ...(excluded === undefined ? {} : { excluded }),
});

describe('what is behind a measure', () => {
  it('is how many values it is of, and how many things have none', () => {
    expect(sampleSizes([measure(1_204, 87)])).toEqual(['Median of 1,204 values; 87 more have none.']);
    expect(sampleSizes([measure(12, 1, 'p90')])).toEqual(['90th percentile of 12 values; 1 more has none.']);
    expect(sampleSizes([measure(12, 0)])).toEqual(['Median of 12 values.']);
    expect(sampleSizes([measure(1, 0, 'sum')])).toEqual(['Total of 1 value.']);
  });

  it('is of what the values are, where the answer says it', () => {
    const things = { one: 'pull request', many: 'pull requests' };
    expect(sampleSizes([{ ...measure(20, 3, 'avg'), things }])).toEqual([
      'Average of 20 pull requests; 3 more have no value.',
    ]);
    expect(sampleSizes([{ ...measure(1, 1), things }])).toEqual([
      'Median of 1 pull request; 1 more has no value.',
    ]);
  });

  it('is told apart by name when there are several, and not of what the answer does not tell', () => {
    const lines = measure(9, 2, 'sum', 'Total additions');
    expect(sampleSizes([measure(3, 0), lines, { ...lines, role: 'formula' }])).toEqual([
      'Median cycle time: of 3 values.',
      'Total additions: of 9 values; 2 more have none.',
    ]);
    expect(sampleSizes([measure(9, 2), lines])).toEqual(['All figures are of 9 values; 2 more have none.']);
    expect(sampleSizes([measure()])).toEqual([]);
    expect(sampleSizes([1, 2, 3, 4].map((n) => measure(n, 0)))).toHaveLength(3);
  });

  it('stands in the hint of its header after the definition', () => {
    expect(headerHint({ ...measure(3, 1), definition: 'From first commit to merge.' })).toBe(
      'From first commit to merge. Median cycle time: of 3 values; 1 more has none.',
    );
    expect(headerHint(measure())).toBeUndefined();
  });
});
