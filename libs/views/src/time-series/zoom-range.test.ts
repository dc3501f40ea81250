import { describe, expect, it } from 'vitest';
import { zoomRange } from './zoom-range.ts';

const WEEK = 7 * 86_400_000;
const weeks = [0, WEEK, 2 * WEEK, 3 * WEEK];

describe('the dates of chosen periods', () => {
  it('reach to the start of the next period', () => {
    expect(zoomRange(weeks, { from: 1, to: 2 })).toEqual({ start: WEEK, end: 3 * WEEK });
  });

  it('hold the whole of the last period, which is as long as the one before it', () => {
    expect(zoomRange(weeks, { from: 3, to: 3 })).toEqual({ start: 3 * WEEK, end: 4 * WEEK });
  });

  it('are a day where there is one period only', () => {
    expect(zoomRange([WEEK], { from: 0, to: 0 })).toEqual({ start: WEEK, end: WEEK + 86_400_000 });
  });

  it('are none where a period has no moment', () => {
    expect(zoomRange([null, WEEK], { from: 0, to: 1 })).toBeNull();
    expect(zoomRange([WEEK], { from: 0, to: 5 })).toBeNull();
  });
});
