import { expect, it } from 'vitest';
import { plainEntity } from '../../../../test/plain-entity.ts';
import { changedWords, titleOfNoFiles, whyNoDiff, whyNoFiles } from './change-words.ts';

it('a commit changed its files, while those of a merge differ from its first parent', () => {
  expect(changedWords(1, false).join(' ')).toBe('1 file changed');
  expect(changedWords(1, true).join(' ')).toBe('1 file differs from the first parent');
  expect(changedWords(796, true).join(' ')).toBe('796 files differ from the first parent');
});

it('a commit without files says why', () => {
  expect(whyNoFiles(plainEntity('Commit', { isMerge: true }))).toContain(
    'A merge brings no change of its own',
  );
  expect(whyNoFiles(plainEntity('Commit', { changedFiles: 0 }))).toContain('changes no file');
  expect(titleOfNoFiles(plainEntity('Commit', { changedFiles: 0 }))).toBe('No files changed');
});

it('the oldest commit of a shallow clone says why its files are not known, and not that there are none', () => {
  expect(whyNoFiles(plainEntity('Commit'))).toContain('the clone that is read is shallow');
  expect(titleOfNoFiles(plainEntity('Commit'))).toBe('Files changed');
});

it('a pull request whose commits are not read says so', () => {
  expect(whyNoFiles(plainEntity('PullRequest'))).toContain('No repository that is read here has its commits');
  expect(whyNoDiff(plainEntity('PullRequest'))).toContain('Their lines are added up');
  expect(whyNoDiff(plainEntity('Commit'))).not.toContain('added up');
});
