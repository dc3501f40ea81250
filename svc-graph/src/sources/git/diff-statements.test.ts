import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writerOf } from '../../store/graph-writer.ts';
import { entityUuid } from '../../store/uuid.ts';
import { runs } from '../../../test/runs.ts';
import { diffStatements, fileDates } from './diff-statements.ts';
import { GitFixture } from '../../../test/git-fixture.ts';
import { KnownFiles } from './known-files.ts';
import { type Context, commitUuid, fileUuid } from './normalise.ts';
import { parseDiffs } from './records.ts';

const at = new GitFixture();

const context: Context = {
  orgId: 'acme',
  sourceId: 's',
  repository: 'r',
  repositoryUuid: entityUuid('acme', 'git', 'repository:r'),
  webUrl: null,
  isShallow: false,
  observedAt: 1_700_000_000,
};

const path = fc.oneof(
  fc.constantFrom(
    'a',
    'src/a.ts',
    'src/deep/b.TS',
    ':100644',
    'a'.repeat(40),
    'caf\u00e9.txt',
    '"q"',
    'x\ty\nz',
  ),
  fc.string({ unit: 'binary-ascii', minLength: 1 }).map((text) => text.replaceAll('\0', '.')),
);
const file = fc.record({
  path,
  before: path,
  change: fc.constantFrom('A', 'M', 'D', 'T', 'R'),
  lines: fc.option(fc.record({ added: fc.nat(9_999), deleted: fc.nat(9_999) })),
});
const commit = fc.record({
  sha: fc.stringMatching(/^[0-9a-f]{40}$/),
  at: fc.option(fc.integer({ min: -1_000, max: 2_000_000_000 })),
  files: fc.uniqueArray(file, { selector: (each) => each.path, maxLength: 5 }),
});
type Commit = typeof commit extends fc.Arbitrary<infer Made> ? Made : never;

function bytesOf({ sha, files }: Commit): string {
  const blob = 'b'.repeat(40);
  const changes = files.map((each) =>
    each.change === 'R'
      ? `:100644 100644 ${blob} ${blob} R091\0${each.before}\0${each.path}\0`
      : `:100644 100644 ${blob} ${blob} ${each.change}\0${each.path}\0`,
  );
  const counts = files.map(({ lines, path: name, before, change }) => {
    const numbers = lines ? `${String(lines.added)}\t${String(lines.deleted)}\t` : '-\t-\t';
    return change === 'R' ? `${numbers}\0${before}\0${name}\0` : `${numbers}${name}\0`;
  });
  return [`${sha}\0`, ...changes, ...counts].join('');
}

const CHANGE: Readonly<Record<string, string>> = { A: 'added', D: 'deleted', R: 'renamed' };
const changeOf = (letter: string) => CHANGE[letter] ?? 'modified';
const text = (bytes: string) => (bytes === 'caf\u00e9.txt' ? 'café.txt' : bytes);

function rowOf({ sha, files }: Commit, counted: boolean) {
  const named = (change: string) =>
    files.filter((each) => changeOf(each.change) === change).map((each) => text(each.path));
  const sum = (of: 'added' | 'deleted') => files.reduce((total, { lines }) => total + (lines?.[of] ?? 0), 0);
  return {
    uuid: commitUuid(context, sha),
    additions: counted ? sum('added') : null,
    deletions: counted ? sum('deleted') : null,
    n: files.length,
    added: named('added'),
    modified: named('modified'),
    deleted: named('deleted'),
    renamed: named('renamed'),
    before: files.filter(({ change }) => change === 'R').map(({ before }) => text(before)),
  };
}

function touchesOf({ sha, at, files }: Commit) {
  return files.map(({ path: name, change, lines }) =>
    [
      commitUuid(context, sha),
      fileUuid(context, name),
      at ?? '',
      lines?.added ?? '',
      lines?.deleted ?? '',
      changeOf(change),
    ].join(' '),
  );
}

function datesOf(commits: readonly Commit[]) {
  const dates = new Map<string, number[]>();
  for (const { at, files } of commits)
    for (const { path: name } of files)
      dates.set(name, [...(dates.get(name) ?? []), ...(at === null ? [] : [at])]);
  return [...dates].map(([name, all]) => ({
    path: text(name),
    first: all.length > 0 ? Math.min(...all) : null,
    last: all.length > 0 ? Math.max(...all) : null,
  }));
}

const COMMITS = `SELECT uuid, additions::INTEGER AS additions, deletions::INTEGER AS deletions, "changedFiles"::INTEGER AS n,
  "filesAdded" AS added, "filesModified" AS modified, "filesDeleted" AS deleted, "filesRenamed" AS renamed, "filesRenamedFrom" AS before FROM "Commit" ORDER BY uuid::VARCHAR`;
const TOUCHES = `SELECT concat_ws(' ', "fromUuid", "toUuid", coalesce(epoch(since)::BIGINT::VARCHAR, ''),
  coalesce(additions::VARCHAR, ''), coalesce(deletions::VARCHAR, ''), change) AS touch FROM "Relation" WHERE relation = 'touches'`;
const FILES = `SELECT path, epoch("createdAt")::DOUBLE AS first, epoch("updatedAt")::DOUBLE AS last FROM "SourceFile"`;

const byJson = (left: unknown, right: unknown) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1);

it('changes of commits are what git said, however they come in batches', async () => {
  const { store } = at;
  const commits = fc.uniqueArray(commit, { selector: ({ sha }) => sha, minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(commits, fc.nat(6), fc.boolean(), async (made, cut, counted) => {
      for (const table of ['Commit', 'Relation', 'SourceFile']) await store.run(`DELETE FROM "${table}"`);
      for (const { sha } of made)
        await store.run('INSERT INTO "Commit" (uuid, sha, deleted) VALUES ($1::UUID, $2, false)', [
          commitUuid(context, sha),
          sha,
        ]);
      const files = new KnownFiles();
      const target = (sha: string) => ({
        uuid: commitUuid(context, sha),
        committedAt: made.find((each) => each.sha === sha)?.at ?? null,
      });
      for (const batch of [made.slice(0, cut), made.slice(cut)]) {
        const records = parseDiffs(batch.map(bytesOf).join(''));
        await writerOf(store).commit(diffStatements(records, context, files, target, counted));
      }
      await writerOf(store).commit([fileDates(context)]);
      const rows = made.map((each) => rowOf(each, counted));
      expect(await store.rows(COMMITS)).toEqual(
        rows.toSorted((left, right) => (left.uuid < right.uuid ? -1 : 1)),
      );
      const touches = await store.rows<{ touch: string }>(TOUCHES);
      expect(touches.map(({ touch }) => touch).toSorted()).toEqual(made.flatMap(touchesOf).toSorted());
      expect((await store.rows(FILES)).toSorted(byJson)).toEqual(datesOf(made).toSorted(byJson));
    }),
    { numRuns: runs(40) },
  );
});
