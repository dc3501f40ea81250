import { describe, expect, it } from 'vitest';
import { linesIn, linesText, markedWith } from './marked-lines.ts';

describe('lines that an address points to', () => {
  it.each([
    ['12', { from: 12, to: 12 }],
    ['12-20', { from: 12, to: 20 }],
    [' 20 - 12 ', { from: 12, to: 20 }],
  ])('are read from %s', (text, lines) => {
    expect(linesIn(text)).toEqual(lines);
    expect(linesIn(linesText(lines))).toEqual(lines);
  });

  it.each([null, '', '0', 'L12', '12-', '-3', '12-20-30', '123456789'])('are none in %s', (text) => {
    expect(linesIn(text)).toBeNull();
  });

  it('begin with a chosen line, and go up to another one', () => {
    const one = markedWith(8, null, true);
    expect(linesText(one)).toBe('8');
    expect(linesText(markedWith(12, one, true))).toBe('8-12');
    expect(linesText(markedWith(3, one, true))).toBe('3-8');
    expect(linesText(markedWith(3, one, false))).toBe('3');
  });
});
