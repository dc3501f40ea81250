import { describe, expect, it } from 'vitest';
import { kindOfTerm, piecesOf } from './references.ts';

const terms = (text: string) => piecesOf(text).flatMap(({ term }) => term ?? []);

describe('what a text names', () => {
  it('is keys, numbers, shas and people', () => {
    const text = 'It closes CATALOG-389, see #1854 and be08a7c; ask @emi.kimura.';
    expect(terms(text)).toEqual(['CATALOG-389', '#1854', 'be08a7c', '@emi.kimura']);
    expect(terms(text).map(kindOfTerm)).toEqual(['Issue', 'PullRequest', 'Commit', 'Person']);
  });

  it('keeps every character of the text', () => {
    const text = 'Äh, CATALOG-1 <b>#2</b>\n@ada\u202e x';
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  it.each(['ada@example.com', 'page.html#12', '&#106;', 'deadbeef', '1234567', 'UTF8', 'facade'])(
    'is not %s',
    (text) => {
      expect(terms(text)).toEqual([]);
    },
  );

  it('is looked up for the first twenty names only, and reads a long hostile text at once', () => {
    expect(
      terms(Array.from({ length: 30 }, (_, at) => `A-${String(at)} AB-${String(at)}`).join(' ')),
    ).toHaveLength(20);
    const before = performance.now();
    expect(terms(`${'a'.repeat(50_000)}${'@'.repeat(50_000)}${'0a'.repeat(50_000)}`)).toEqual([]);
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});
