import { describe, expect, it } from 'vitest';
import { linesAround } from './commented-lines.tsx';

const TEXT = Array.from({ length: 20 }, (_, at) => `line ${String(at + 1)}`).join('\n');
const numbers = (line: number) => linesAround(TEXT, line).map(({ number }) => number);

describe('the lines at which a comment stands', () => {
  it('are its own with five before and after, as far as there are any', () => {
    expect(numbers(10)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    expect(numbers(1)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(numbers(20)).toEqual([15, 16, 17, 18, 19, 20]);
    expect(linesAround(TEXT, 10)[5]).toEqual({ number: 10, text: 'line 10' });
  });

  it.each([0, -3, 21, 1.5, Number.NaN])('are none for a line that is not there: %d', (line) => {
    expect(linesAround(TEXT, line)).toEqual([]);
  });
});
