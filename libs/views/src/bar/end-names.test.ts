import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Column } from '@cairn/contracts';
import { chartData } from '../chart-data.ts';
import { sampleAnswer } from '../../test/samples.ts';
import { NAME_HEIGHT, namesFit, spreadNames } from './end-names.ts';

const WHEN: Column = { key: 'w', label: 'Kind', type: 'string', role: 'group' };
const WHERE: Column = { key: 'r', label: 'Repository', type: 'string', role: 'group' };
const COUNT: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure' };

function withSeries(count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({ w: 'feature', r: `r${index}`, n: 1 }));
  const options = { timezone: 'UTC', now: 0, maxCategories: 10, maxSeries: count };
  return chartData(sampleAnswer([WHEN, WHERE, COUNT], rows), options);
}

describe('names at the ends of lines', () => {
  it('take the place of a legend where there is room for all of them', () => {
    expect(namesFit(withSeries(8), { width: 520, height: 180 })).toBe(true);
    expect(namesFit(withSeries(8), { width: 520, height: 120 })).toBe(false);
    expect(namesFit(withSeries(8), { width: 340, height: 180 })).toBe(false);
  });

  it('stay where they are when nothing is in the way', () => {
    expect(spreadNames([80, 10, 40], 100)).toEqual([80, 10, 40]);
  });

  it('move up from the axis where many lines end low', () => {
    expect(spreadNames([100, 100, 100], 100)).toEqual([70, 85, 100]);
  });

  it('never cover each other nor leave the chart, and keep the order of the lines', () => {
    const heights = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 13 });
    fc.assert(
      fc.property(heights, (wanted) => {
        const placed = spreadNames(wanted, 200);
        const order = wanted.map((_, index) => index).toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
        for (const [place, index] of order.entries()) {
          const [at, next] = [placed[index] ?? Number.NaN, placed[order[place + 1] ?? -1]];
          expect(at).toBeGreaterThanOrEqual(-1e-9);
          expect(at).toBeLessThanOrEqual(200);
          if (next !== undefined) expect(next - at).toBeGreaterThanOrEqual(NAME_HEIGHT - 1e-9);
        }
      }),
    );
  });
});
