import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from './file-change.tsx';

describe('the bar of a file', () => {
  it('fills all five boxes for the file that changed most', () => {
    expect(shareOf(100, 0, 100)).toEqual({ added: 5, deleted: 0 });
    expect(shareOf(50, 50, 100)).toEqual({ added: 3, deleted: 2 });
  });

  it('shows whatever changed, and never more than five', () => {
    const lines = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(lines, lines, lines, (additions, deletions, more) => {
        const { added, deleted } = shareOf(additions, deletions, additions + deletions + more);
        expect(added > 0).toBe(additions > 0);
        expect(deleted > 0).toBe(deletions > 0);
        expect(added + deleted).toBeLessThanOrEqual(5);
      }),
    );
  });
});
