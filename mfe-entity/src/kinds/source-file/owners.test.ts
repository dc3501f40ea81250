import { describe, expect, it } from 'vitest';
import { lineOwners } from './owners.ts';

const run = (sha: string, author: string, lines: number) => ({ from: 1, lines, sha, author, at: '' });
const people = new Map([
  ['a', { uuid: 'p-1', name: 'Zoe' }],
  ['b', { uuid: 'p-1', name: 'Zoe' }],
]);

describe('the owners of the lines of a file', () => {
  it('are people by name, each with all of their commits, and authors that are no people', () => {
    const blame = [run('a', 'zoe', 1), run('c', 'Ann', 2), run('b', 'Z.', 5)];
    expect(lineOwners(blame, (sha) => people.get(sha))).toEqual([
      { uuid: null, name: 'Ann', lines: 2, share: 0.25 },
      { uuid: 'p-1', name: 'Zoe', lines: 6, share: 0.75 },
    ]);
  });

  it('are nobody without lines', () => {
    expect(lineOwners([], () => undefined)).toEqual([]);
  });
});
