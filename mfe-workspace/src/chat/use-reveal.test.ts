import { expect, it } from 'vitest';
import { pauseOf } from './use-reveal.ts';

it('words arrive with pauses of 5 to 100 milliseconds (W§9), a few of them slowly', () => {
  expect([1, 9, 18, 180, 10_000].map(pauseOf)).toEqual([100, 100, 50, 5, 5]);
});
