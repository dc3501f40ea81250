import { scaleBand, scaleLinear, scalePoint } from 'd3';
import { assert, double, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bands, linearScale, roundedRange, spread, ticksOf } from './scales.ts';

const figure = double({ min: -1e9, max: 1e9, noNaN: true }).filter(
  (value) => value === 0 || Math.abs(value) > 1e-3,
);
const extent = tuple(figure, figure)
  .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)])
  .filter(([a, b]) => b - a > 1e-3);
const pixels = integer({ min: 40, max: 4000 });

describe('scales', () => {
  it('map values, and divide their extent, as those of d3 do', () => {
    assert(
      property(extent, pixels, integer({ min: 2, max: 12 }), ([low, high], height, count) => {
        const range = roundedRange([low, high], 5);
        const ours = linearScale(range, [height, 0]);
        const theirs = scaleLinear([low, high], [height, 0]).nice(5);
        for (const value of [low, (low + high) / 2, high]) expect(ours(value)).toBeCloseTo(theirs(value), 6);
        expect(ticksOf(range, count)).toHaveLength(theirs.ticks(count).length);
        ticksOf(range, count).forEach((tick, index) =>
          expect(tick).toBeCloseTo(theirs.ticks(count)[index] ?? NaN, 6),
        );
      }),
    );
  });

  it('keep the tick at an end that a binary fraction misses', () => {
    expect(ticksOf([0.7, 1.4], 7)).toEqual([0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4]);
  });

  it('put the only value of an extent into the middle', () => {
    expect(linearScale([5, 5], [100, 0])(5)).toBe(50);
  });

  it('divide a stretch into bands, and spread points over it, as those of d3 do', () => {
    assert(
      property(
        integer({ min: 0, max: 200 }),
        pixels,
        integer({ min: 0, max: 90 }),
        (count, width, percent) => {
          const indices = Array.from({ length: count }, (_, index) => index);
          const band = scaleBand(indices, [0, width]).padding(percent / 100);
          const point = scalePoint(indices, [0, width]);
          const [ours, points] = [bands(count, [0, width], percent / 100), spread(count, [0, width])];
          if (count > 0) expect(ours.width).toBeCloseTo(band.bandwidth(), 6);
          for (const index of indices) {
            expect(ours(index)).toBeCloseTo(band(index) ?? NaN, 6);
            expect(points(index)).toBeCloseTo(point(index) ?? NaN, 6);
          }
        },
      ),
    );
  });
});
