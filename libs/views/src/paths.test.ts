import { area, curveLinear, curveMonotoneX, curveStepAfter, line } from 'd3';
import { array, assert, constantFrom, integer, option, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaPath, linePath } from './paths.ts';

const THEIRS = { linear: curveLinear, smooth: curveMonotoneX, step: curveStepAfter };
const curves = constantFrom('linear', 'smooth', 'step');
const height = integer({ min: -400, max: 400 });

describe('paths', () => {
  it('draw lines with gaps as those of d3 do', () => {
    assert(
      property(array(option(height), { maxLength: 30 }), curves, (heights, curve) => {
        const points = heights.map((y, index) => (y === null ? null : { x: index * 17, y }));
        const theirs = line<{ x: number; y: number } | null>()
          .defined((each) => each !== null)
          .x((each) => each?.x ?? 0)
          .y((each) => each?.y ?? 0)
          .curve(THEIRS[curve]);
        expect(linePath(points, curve)).toBe(theirs(points) ?? '');
      }),
    );
  });

  it('draw areas with gaps as those of d3 do', () => {
    assert(
      property(array(option(tuple(height, height)), { maxLength: 30 }), curves, (heights, curve) => {
        const columns = heights.map((each, index) => each && { x: index * 17, base: each[0], top: each[1] });
        const theirs = area<{ x: number; base: number; top: number } | null>()
          .defined((each) => each !== null)
          .x((each) => each?.x ?? 0)
          .y0((each) => each?.base ?? 0)
          .y1((each) => each?.top ?? 0)
          .curve(THEIRS[curve]);
        expect(areaPath(columns, curve)).toBe(theirs(columns) ?? '');
      }),
    );
  });
});
