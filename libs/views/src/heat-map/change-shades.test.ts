import { describe, expect, it } from 'vitest';
import { changeFill, changeStepOf } from './change-shades.ts';

describe('the shade of a change', () => {
  it.each([
    [10, 10, 0],
    [10.4, 10, 1],
    [11, 10, 2],
    [9, 10, -2],
    [13, 10, 3],
    [15, 10, 4],
    [20, 10, 5],
    [5, 0, 5],
    [0, 10, -5],
    [0, 0, 0],
    [null, 3, null],
    [3, null, null],
  ])('of %s after %s is %s', (current, before, step) => {
    expect(changeStepOf(current, before)).toBe(step);
  });

  it('has the other colour when it is inverted, and a neutral one for no change', () => {
    expect(changeFill(3, false)).toBe(changeFill(-3, true));
    expect(changeFill(3, true)).not.toBe(changeFill(3, false));
    expect(changeFill(0, false)).toBe(changeFill(null, true));
  });
});
