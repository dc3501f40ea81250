import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shadesOf } from './shades.ts';

describe('the shades of a heat map', () => {
  it('are in proportion to the values where none rules', () => {
    const { stepOf, isRanked } = shadesOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(isRanked).toBe(false);
    expect([1, 6.6, 13].map(stepOf)).toEqual([0, 6, 11]);
  });

  it('use the whole ramp for the others where one cell rules', () => {
    const values = [...Array.from({ length: 116 }, (_, at) => (at % 24) + 1), 4_000];
    const { stepOf, isRanked, middle } = shadesOf(values);
    expect(isRanked).toBe(true);
    expect(middle).toBeGreaterThan(10);
    expect(new Set(values.map(stepOf)).size).toBeGreaterThan(10);
  });

  it('tell values below zero from those above, as strong where they are as far from it', () => {
    const { stepOf, fillOf, least, most } = shadesOf([-40, -10, 0, 10, 20]);
    expect([least, most]).toEqual([-40, 20]);
    expect(stepOf(-10)).toBe(stepOf(10));
    expect(stepOf(-40)).toBe(11);
    expect(stepOf(20)).toBeLessThan(11);
    expect(fillOf(-10)).toContain('below');
    expect(fillOf(10)).toContain('above');
    expect(shadesOf([10, 20]).fillOf(10)).not.toContain('above');
    expect(fillOf(0)).toBe(shadesOf([0]).fillOf(0));
  });

  it('are never paler for a larger value, and stay on the ramp', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { maxLength: 60 }), (values) => {
        const { stepOf } = shadesOf(values);
        const steps = values.toSorted((a, b) => a - b).map(stepOf);
        expect(steps).toEqual(steps.toSorted((a, b) => a - b));
        for (const step of steps) expect(step >= 0 && step < 12).toBe(true);
      }),
    );
  });
});
