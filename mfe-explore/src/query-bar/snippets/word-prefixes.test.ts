import { describe, expect, it } from 'vitest';
import { looksForTeams, repeatedWords } from './word-prefixes.ts';

describe('the words that filter snippets', () => {
  it('are those of several names, the most frequent first, without small ones', () => {
    const names = ['Commits by team', 'Commits by author', 'Issues of team', 'Team of commits', 'Alone'];
    expect(repeatedWords(names)).toEqual(['commits', 'team']);
  });

  it('are nine at most', () => {
    const names = ['a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1', 'a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1'];
    expect(repeatedWords(names)).toHaveLength(9);
  });

  it.each([
    ['', false],
    ['p', false],
    ['p ', false],
    ['pa', true],
    ['p a', true],
  ])('%j looks for teams: %s', (text, looks) => expect(looksForTeams(text)).toBe(looks));
});
