import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentile } from './percentile.ts';

describe('a percentile', () => {
  it.each([
    [[1, 2, 3, 4, 5], 0.5, 3],
    [[1, 2, 3, 4], 0.5, 2.5],
    [[0, 10], 0.85, 8.5],
    [[7], 0.85, 7],
  ])('of %j at %d is %d', (values, share, expected) => {
    expect(percentile(values, share)).toBeCloseTo(expected);
  });

  it('is nothing of nothing', () => {
    expect(percentile([], 0.5)).toBeNull();
  });

  it('has its share of the values at or beneath it', () => {
    const values = fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const sorted = all.toSorted((a, b) => a - b);
        const at = percentile(sorted, share) ?? Number.NaN;
        const beneath = sorted.filter((value) => value <= at + 1e-6).length;
        expect(beneath).toBeGreaterThanOrEqual(Math.floor((sorted.length - 1) * share) + 1);
      }),
    );
  });
});
