import { describe, expect, it } from 'vitest';
import { plainEntity } from '../../test/plain-entity.ts';
import { whichCommitsAreMissing, whyNoCommits } from './no-commits.ts';

const pull = (commits: number | null, told: number) =>
  plainEntity('PullRequest', commits === null ? {} : { commits }, {
    relations: [{ name: 'Commit', label: 'Commits', target: 'Commit', total: told, items: [] }],
  });

describe('the commits of a pull request', () => {
  it('are said to be cut where its forge tells fewer than it has', () => {
    expect(whichCommitsAreMissing(pull(1_312, 250))).toBe(
      'Its forge tells 250 of its 1,312 commits, so the others are not listed.',
    );
  });

  it.each([
    ['it tells all', 250, 250],
    ['a clone knows more', 12, 14],
    ['none is known, which has words of its own', 12, 0],
    ['nobody counted them', null, 3],
  ])('are not where %s', (_, all, told) => {
    expect(whichCommitsAreMissing(pull(all, told))).toBeNull();
  });

  it('are explained where there are none', () => {
    expect(whyNoCommits()(pull(12, 0))).toBe('No commit belongs to this yet.');
    expect(whyNoCommits()(pull(12, 1))).toBeNull();
  });
});
