import { assert, constantFrom, array, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch } from './search-grammar.ts';
import type { Search } from './search-grammar.ts';

/** A parsed search with all brackets. */
function shown(search: Search | null): string {
  if (!search) return '';
  if (search.kind === 'term') return search.text;
  if (search.kind === 'not') return `!${shown(search.of)}`;
  return `(${search.of.map(shown).join(search.kind === 'and' ? ' & ' : ' | ')})`;
}

describe('parseSearch', () => {
  it.each([
    ['bug', 'bug'],
    ['bug fix', '(bug & fix)'],
    ['bug AND fix', '(bug & fix)'],
    ['bug OR fix', '(bug | fix)'],
    ['bug NOT resolved', '(bug & !resolved)'],
    ['a b OR c d', '((a & b) | (c & d))'],
    ['a (b OR c)', '(a & (b | c))'],
    ['NOT (a OR b)', '!(a | b)'],
    ['NOT NOT a', 'a'],
    ['"memory leak" OR crash', '(memory leak | crash)'],
    ['"a OR b"', 'a OR b'],
    ['or and not', '(or & and & not)'],
    ["it's 100%", "(it's & 100%)"],
  ])('%s', (text, meaning) => {
    expect(shown(parseSearch(text))).toBe(meaning);
  });

  it.each([
    ['', ''],
    ['   ', ''],
    ['OR', ''],
    ['NOT', ''],
    ['a OR', 'a'],
    ['OR a', 'a'],
    ['a AND', 'a'],
    ['a NOT', 'a'],
    ['NOT AND a', 'a'],
    ['(a', 'a'],
    ['a)', 'a'],
    ['()', ''],
    ['"open quote', 'open quote'],
    ['""', ''],
  ])('leaves out what is half-written: %s', (text, meaning) => {
    expect(shown(parseSearch(text))).toBe(meaning);
  });

  it('reads anything, and finds each word again', () => {
    const piece = oneof(
      constantFrom('(', ')', 'AND', 'OR', 'NOT', '"', 'bug', 'x'),
      string({ unit: 'binary' }),
    );
    assert(
      property(array(piece, { maxLength: 200 }), (pieces) => {
        const text = pieces.join(' ');
        const terms = (search: Search | null): string[] => {
          if (!search) return [];
          if (search.kind === 'term') return [search.text];
          return search.kind === 'not' ? terms(search.of) : search.of.flatMap(terms);
        };
        for (const term of terms(parseSearch(text))) expect(text).toContain(term);
      }),
    );
  });

  it('survives any depth', () => {
    expect(shown(parseSearch(`${'('.repeat(1_000)}deep`))).toContain('deep');
    expect(shown(parseSearch(`${'NOT '.repeat(1_000)}deep`))).toBe('deep');
  });
});
