import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageBreaks } from './page-breaks.ts';

describe('the pages of a document', () => {
  it('end before a part that would be cut, and after a part that is longer than a page', () => {
    const blocks = [
      { top: 80, bottom: 120 },
      { top: 200, bottom: 500 },
    ];
    expect(pageBreaks(520, 100, blocks)).toEqual([80, 180, 280, 380, 480, 520]);
  });

  it('step back over a row of parts that lie beside each other', () => {
    const beside = [
      { top: 60, bottom: 110 },
      { top: 90, bottom: 105 },
      { top: 40, bottom: 70 },
    ];
    expect(pageBreaks(150, 100, beside)).toEqual([40, 140, 150]);
  });

  it('have no place for nothing', () => {
    expect(pageBreaks(0, 100, [])).toEqual([]);
  });

  it('hold all of it, none longer than a page, and cut no part that fits on one', () => {
    const block = fc.record({ top: fc.integer({ min: 0, max: 900 }), size: fc.integer({ min: 1, max: 90 }) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.array(block, { maxLength: 12 }), (height, all) => {
        // Parts in a column: each begins where those before it end.
        let free = 0;
        const blocks = all.map(({ top, size }) => {
          const start = Math.max(free, top % 300);
          free = start + size;
          return { top: start, bottom: free };
        });
        const ends = pageBreaks(height, 100, blocks);
        expect(ends.at(-1)).toBe(height);
        ends.forEach((end, at) => {
          const length = end - (ends[at - 1] ?? 0);
          expect(length).toBeGreaterThan(0);
          expect(length).toBeLessThanOrEqual(100);
          if (end === height) return;
          expect(
            blocks.filter(({ top, bottom }) => top < end && bottom > end && top > (ends[at - 1] ?? 0)),
          ).toEqual([]);
        });
      }),
    );
  });
});
