import type { ChangedFile } from '@cairn/contracts';
import gitDiffParser from 'gitdiff-parser';
import { describe, expect, it, vi } from 'vitest';
import { parsePatch } from './parse-patch.ts';

const file = (over: Partial<ChangedFile>): ChangedFile => ({
  path: 'src/a.ts',
  previousPath: null,
  change: 'modified',
  additions: 1,
  deletions: 1,
  patch: null,
  reason: null,
  ...over,
});
const HUNK = '@@ -1,2 +1,2 @@ export\n-one\n+two\n three\n';

describe('patch', () => {
  it.each([
    ['bare hunks', HUNK],
    [
      'a git header',
      `diff --git a/src/a.ts b/src/a.ts\nindex 1..2 100644\n--- a/src/a.ts\n+++ b/src/a.ts\n${HUNK}`,
    ],
    ['a quoted name', `diff --git "a/\\303\\244 b.ts" "b/\\303\\244 b.ts"\n--- "a/x"\n+++ "b/x"\n${HUNK}`],
  ])('reads %s', (_, patch) => {
    const parsed = parsePatch(file({ patch }));
    expect(parsed.ok && parsed.hunks.map(({ changes }) => changes.map(({ type }) => type))).toEqual([
      ['delete', 'insert', 'normal'],
    ]);
  });

  it('says what the reader of diffs complained of', () => {
    const parsed = parsePatch(file({ patch: '@@ what is this\n-one\n' }));
    expect(parsed).toEqual({ ok: false, reason: expect.stringMatching(/^Error parsing diff data: \S/) });
  });

  it.each([
    ['a binary file', { additions: null, deletions: null }, 'Binary file, so there is no text to compare.'],
    ['a missing patch', {}, 'No diff data available'],
    [
      'the reason of the service',
      { reason: 'The diff is larger than 1 MB.' },
      'The diff is larger than 1 MB.',
    ],
    ['a patch without hunks', { patch: 'old mode 100644\nnew mode 100755\n' }, 'No changes found in diff'],
    ['an empty patch', { patch: '' }, 'No changes found in diff'],
  ])('says why %s is not shown', (_, over, reason) => {
    expect(parsePatch(file(over))).toEqual({ ok: false, reason });
  });

  it('says what the parser said of a patch that it cannot read', () => {
    vi.spyOn(gitDiffParser, 'parse').mockImplementationOnce(() => {
      throw new Error('line 3 has no sign');
    });
    const reason = 'Error parsing diff data: line 3 has no sign';
    expect(parsePatch(file({ patch: HUNK }))).toEqual({ ok: false, reason });
  });
});
