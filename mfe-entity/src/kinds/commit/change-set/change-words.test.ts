import { expect, it } from 'vitest';
import { changedWords, whyNoFiles } from './change-words.ts';

it('a commit changed its files, while those of a merge differ from its first parent', () => {
  expect(changedWords(1, false).join(' ')).toBe('1 file changed');
  expect(changedWords(1, true).join(' ')).toBe('1 file differs from the first parent');
  expect(changedWords(796, true).join(' ')).toBe('796 files differ from the first parent');
});

it('a commit without files says why', () => {
  expect(whyNoFiles(true)).toContain('A merge brings no change of its own');
  expect(whyNoFiles(false)).toContain('changes no file');
});
