import { describe, expect, it } from 'vitest';
import { rateOf } from './progress.ts';

describe('the speed of a reading', () => {
  it('is how many a second', () => {
    expect(rateOf(850, 2_000)).toBe(425);
  });

  it.each([
    ['just begun', 12, 100],
    ['stood still since its beginning', 0, 5_000],
  ])('is not known of one that has %s', (_, things, milliseconds) => {
    expect(rateOf(things, milliseconds)).toBeNull();
  });
});
