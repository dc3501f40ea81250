import { expect, it } from 'vitest';
import { linePath } from './sparkline.tsx';

it('a line over time lies as high as its values, from zero', () => {
  expect(linePath([0, 5, 10])).toBe('M0.0,26.0L50.0,14.0L100.0,2.0');
  expect(linePath([6, 12])).toBe('M0.0,14.0L100.0,2.0');
  expect(linePath([-10, 10])).toBe('M0.0,26.0L100.0,2.0');
});

it('a missing value parts the line', () => {
  expect(linePath([4, null, 2, 4])).toBe('M0.0,2.0M66.7,14.0L100.0,2.0');
});
