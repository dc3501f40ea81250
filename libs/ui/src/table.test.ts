import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveRow } from './table-focus.ts';
import { rowsInView, scrollFor } from './table-window.ts';

const counts = fc.integer({ min: 1, max: 100_000 });
const sizes = fc.integer({ min: 20, max: 120 });

describe('the window of a long table', () => {
  it('covers every row in sight and stays inside the table', () => {
    fc.assert(
      fc.property(
        counts,
        sizes,
        fc.nat(4_000_000),
        fc.integer({ min: 0, max: 2_000 }),
        (count, size, top, view) => {
          const [first, end] = rowsInView(top, view, size, count);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(count);
          expect(end).toBeGreaterThanOrEqual(first);
          const seen = Math.floor((top + view / 2) / size);
          if (seen < count) {
            expect(seen).toBeGreaterThanOrEqual(first);
            expect(seen).toBeLessThanOrEqual(end);
          }
        },
      ),
    );
  });

  it('scrolls so that the wanted row is wholly in sight, and not at all when it is', () => {
    fc.assert(
      fc.property(
        counts,
        sizes,
        fc.nat(4_000_000),
        fc.integer({ min: 200, max: 2_000 }),
        (count, size, top, view) => {
          const row = count - 1;
          const scrolled = scrollFor(row, top, view, size);
          expect(row * size).toBeGreaterThanOrEqual(scrolled);
          expect((row + 1) * size + 33).toBeLessThanOrEqual(scrolled + view);
          expect(scrollFor(row, scrolled, view, size)).toBe(scrolled);
        },
      ),
    );
  });
});

describe('moving among rows', () => {
  it('never leaves the table', () => {
    const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End');
    fc.assert(
      fc.property(keys, counts, fc.nat(100_000), (key, count, from) => {
        const target = moveRow(key, Math.min(from, count - 1), count, 12);
        expect(target).toBeGreaterThanOrEqual(0);
        expect(target).toBeLessThan(count);
      }),
    );
  });

  it('leaves other keys and empty tables alone', () => {
    expect(moveRow('a', 0, 10, 5)).toBeNull();
    expect([moveRow('j', 3, 10, 5), moveRow('k', 3, 10, 5), moveRow('j', 9, 10, 5)]).toEqual([4, 2, 9]);
    expect(moveRow('ArrowDown', 0, 0, 5)).toBeNull();
  });
});
