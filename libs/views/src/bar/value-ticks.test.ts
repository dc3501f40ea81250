import type { Column } from '@cairn/contracts';
import { scaleLinear } from 'd3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatShort } from '../format.ts';
import { isCount, rounded, valueTicks } from './value-ticks.ts';

const words = (most: number, unit: string | undefined, count = 5) => {
  const scale = rounded(scaleLinear([0, most], [0, 100]), unit);
  return valueTicks(scale, count, unit).map((tick) => formatShort(tick, unit));
};

describe('the values along an axis', () => {
  it('are whole minutes, hours or days where they are durations', () => {
    expect(words(94_000, 'businesssecond')).toEqual(['0s', '6h', '12h', '18h', '24h', '30h']);
    expect(words(94_000, 'businesssecond:30600')).toEqual(['0s', '1 wd', '2 wd', '3 wd']);
    expect(words(200, 'second')).toEqual(['0s', '1m', '2m', '3m']);
    expect(words(2.5, 'hour')).toEqual(['0s', '30m', '1h', '1h 30m', '2h', '2h 30m']);
    expect(words(30 * 86_400, 'second')).toEqual(['0s', '5d', '10d', '15d', '20d', '25d', '30d']);
  });

  it('are round numbers where they are not', () => {
    expect(words(94, undefined)).toEqual(['0', '20', '40', '60', '80', '100']);
    expect(words(154, undefined)).toEqual(['0', '50', '100', '150']);
  });

  it('are whole where the measure counts', () => {
    const ticks = (most: number, whole: boolean) =>
      valueTicks(scaleLinear([0, most], [0, 1]), 5, undefined, whole);
    expect(ticks(2, false)).toEqual([0, 0.5, 1, 1.5, 2]);
    expect(ticks(2, true)).toEqual([0, 1, 2]);
    expect(ticks(1, true)).toEqual([0, 1]);
    expect(ticks(94, true)).toEqual(ticks(94, false));
    const reducers = ['count', 'countDistinct', 'average'];
    const measures = reducers.map((reducer): Column => ({
      key: 'n',
      label: 'n',
      type: 'number',
      role: 'measure',
      reducer,
    }));
    expect(measures.map(isCount)).toEqual([true, true, false]);
  });

  it('reach from end to end and are never many, whatever the scale', () => {
    const most = fc.double({ min: 0.001, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(most, fc.constantFrom('second', 'millisecond', 'hour', undefined), (top, unit) => {
        const scale = rounded(scaleLinear([0, top], [0, 100]), unit);
        const ticks = valueTicks(scale, 5, unit);
        expect(scale.domain()[1]).toBeGreaterThanOrEqual(top * 0.999);
        expect(ticks[0]).toBe(0);
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThan(14);
      }),
    );
  });
});
