import { hasDefaultBranch } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { ask, lookUp } from '../../test/planner.ts';
import { onDefaultBranch, readBranches } from './default-branch.ts';

const known = () => Promise.resolve(['default', 'active']);

describe('a question in words', () => {
  it('begins with the default branch, and says so', async () => {
    const answer = await onDefaultBranch(await ask('commits per author last month'), known);
    expect(hasDefaultBranch(answer.query)).toBe(true);
    expect(answer.understood.at(-1)).toMatch(/^On the default branch/);
  });

  it('stays as it is where it names a branch or a release, asks of other things, or nothing is the default', async () => {
    for (const text of ['commits on branch develop', 'commits in release v1.2.0', 'releases this year']) {
      const answer = await ask(text);
      expect(await onDefaultBranch(answer, known), text).toBe(answer);
    }
    const answer = await ask('how many commits');
    expect(await onDefaultBranch(answer, lookUp)).toBe(answer);
    expect(await onDefaultBranch(answer, () => Promise.resolve(null))).toBe(answer);
    expect(await onDefaultBranch(answer, null)).toBe(answer);
  });

  it.each([
    ['commits by author on all branches', 'commits by author  '],
    ['how many commits across every branch last week', 'how many commits   last week'],
  ])('may ask for every branch: %s', async (text, rest) => {
    expect(readBranches(text)).toEqual({ text: rest, everywhere: true });
    expect((await ask(rest)).ignored).toEqual([]);
  });

  it('about branches themselves asks for no other branches', () => {
    for (const text of ['list all branches of cairn', 'branches by repository'])
      expect(readBranches(text).everywhere, text).toBe(false);
  });
});
