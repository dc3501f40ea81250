import { describe, expect, it } from 'vitest';
import { foundName, shownName } from './shown-text.ts';

describe('a name that people give', () => {
  it.each([
    ['two\nlines', 'two lines'],
    ['a \u0000\u0001 b', 'a b'],
    [' around ', 'around'],
    ["'); drop table x; -- <b>", "'); drop table x; -- <b>"],
  ])('of %o is kept as %o', (given, kept) => {
    expect(shownName(40).parse(given)).toBe(kept);
  });

  it.each(['', '\u200b', '\u3164', 'png\u202egpj', 'x'.repeat(41)])('is not %o', (given) => {
    expect(shownName(40).safeParse(given).success).toBe(false);
  });
});

describe('a name that something has of itself', () => {
  it('is cut to its length, whole characters only, without turns of the direction', () => {
    expect(foundName(4).parse('abcdef')).toBe('abc…');
    expect(foundName(4).parse('ab🦉🦉')).toBe('ab…');
    expect(foundName(9).parse('png\u202egpj')).toBe('pnggpj');
  });
});
