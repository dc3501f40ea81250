import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writerOf } from '../../store/graph-writer.ts';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';
import { renormaliseGit } from './renormalise.ts';

const at = new GitFixture();

const lines = (count: number, start = 0) =>
  Array.from({ length: count }, (_, index) => `line ${String(start + index)}\n`).join('');

/** What git says of each file, over all commits that are no merges: path → lines added and deleted. */
function linesByFile(dir: string): Record<string, [number, number]> {
  const told = git(dir, 'log', '--all', '--no-merges', '-M', '--numstat', '-z', '--format=').split('\0');
  const files: Record<string, [number, number]> = {};
  for (let index = 0; index < told.length; index += 1) {
    const [added = '', deleted = '', path = ''] = (told[index] ?? '').trim().split('\t');
    if (added === '') continue;
    const name = path === '' ? (told[(index += 2)] ?? '') : path;
    const [before, gone] = files[name] ?? [0, 0];
    files[name] = [before + Number(added), gone + Number(deleted)];
  }
  return files;
}

async function storedByFile(): Promise<Record<string, [number, number]>> {
  const rows = await at.store.rows<{ path: string; added: number; deleted: number }>(
    `SELECT f.path, sum(e.additions)::INTEGER AS added, sum(e.deletions)::INTEGER AS deleted
     FROM "Relation" e JOIN "SourceFile" f ON f.uuid = e."toUuid" WHERE e.relation = 'touches' GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ path, added, deleted }) => [path, [added, deleted]]));
}

/** The names of the commits of each file, under any of its paths. */
async function historyByFile(): Promise<Record<string, string[]>> {
  const rows = await at.store.rows<{ path: string; names: string[] }>(
    `SELECT f.path, list(c.name ORDER BY c.name) AS names FROM "Relation" e
     JOIN "SourceFile" f ON f.uuid = e."toUuid" JOIN "Commit" c ON c.uuid = e."fromUuid"
     WHERE e.relation IN ('touches', 'touchedBefore') GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ path, names }) => [path, names]));
}

/** A file that moves twice and changes on the way, a folder that moves, a copy, and a path that is taken again. */
function movedAbout(): string {
  const dir = at.emptyRepository();
  mkdirSync(join(dir, 'src'));
  commitFile(dir, 'src/a.ts', lines(40));
  for (const name of ['b.ts', 'c.ts']) writeFileSync(join(dir, 'src', name), lines(30, name.charCodeAt(0)));
  commitFile(dir, 'src/d.ts', lines(12, 900), 'Write more');
  git(dir, 'mv', 'src/a.ts', 'src/moved.ts');
  commitFile(dir, 'src/moved.ts', `${lines(40)}one more\n`, 'Move a');
  git(dir, 'mv', 'src', 'lib');
  git(dir, 'commit', '-q', '-m', 'Move src');
  mkdirSync(join(dir, 'src'));
  commitFile(dir, 'src/a.ts', lines(3, 5_000), 'Take the path again');
  commitFile(dir, 'copy.ts', `${lines(40)}one more\n`, 'Copy');
  git(dir, 'rm', '-q', 'lib/d.ts');
  commitFile(dir, 'tab\there\n.ts', lines(12, 900), 'Move to an odd name');
  return dir;
}

describe('renamed files', () => {
  it('have the lines that git finds in them', async () => {
    const dir = movedAbout();
    await at.ingest(dir);
    expect(await storedByFile()).toEqual(linesByFile(dir));
    expect(
      await at.store.rows(
        `SELECT name, "changedFiles"::INTEGER AS files, "filesRenamed"[1] AS now, "filesRenamedFrom"[1] AS before
         FROM "Commit" WHERE "totalFilesRenamed" > 0 ORDER BY name`,
      ),
    ).toEqual([
      { name: 'Move a', files: 1, now: 'src/moved.ts', before: 'src/a.ts' },
      { name: 'Move src', files: 4, now: 'lib/b.ts', before: 'src/b.ts' },
      { name: 'Move to an odd name', files: 1, now: 'tab\there\n.ts', before: 'lib/d.ts' },
    ]);
  });

  it('have the history that git follows, and their former paths', async () => {
    const dir = movedAbout();
    const source = await at.ingest(dir);
    const before = await historyByFile();
    // Git also follows copies, and shows the commit by which another file left a path that was taken again.
    for (const path of ['lib/moved.ts', 'lib/b.ts', 'tab\there\n.ts'])
      expect(before[path]?.toSorted(), path).toEqual(
        git(dir, 'log', '--follow', '--format=%s', '--', path).split('\n').toSorted(),
      );
    const former = await at.store.rows(
      `SELECT path, "formerPaths" AS former FROM "SourceFile" WHERE "formerPaths" IS NOT NULL ORDER BY path`,
    );
    expect(former).toEqual([
      { path: 'lib/b.ts', former: ['src/b.ts'] },
      { path: 'lib/c.ts', former: ['src/c.ts'] },
      { path: 'lib/d.ts', former: ['src/d.ts'] },
      { path: 'lib/moved.ts', former: ['src/moved.ts', 'src/a.ts'] },
      { path: 'src/moved.ts', former: ['src/a.ts'] },
      { path: 'tab\there\n.ts', former: ['lib/d.ts', 'src/d.ts'] },
    ]);
    const { signal } = new AbortController();
    await renormaliseGit({ writer: writerOf(at.store), orgId: 'acme', source, signal });
    expect(await historyByFile()).toEqual(before);
    git(dir, 'mv', 'lib/moved.ts', 'last.ts');
    git(dir, 'commit', '-q', '-m', 'Move once more');
    await at.ingest(dir);
    const after = await historyByFile();
    expect(after['last.ts']?.length).toBe((before['lib/moved.ts']?.length ?? 0) + 1);
    expect(after['lib/moved.ts']).toEqual(before['lib/moved.ts']);
    git(dir, 'mv', 'lib/b.ts', 'was-b.ts');
    git(dir, 'commit', '-q', '-m', 'Leave a path');
    git(dir, 'mv', 'lib/c.ts', 'lib/b.ts');
    git(dir, 'commit', '-q', '-m', 'Move another file to its path');
    await at.ingest(dir);
    expect(
      await at.store.rows(`SELECT "formerPaths" AS former FROM "SourceFile" WHERE path = 'lib/b.ts'`),
    ).toEqual([{ former: ['lib/c.ts', 'src/c.ts'] }]);
  });

  it('are told apart in what an earlier edition has read, also after it is normalised again', async () => {
    const dir = movedAbout();
    const merged = git(dir, 'commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-p', 'HEAD~1', '-m', 'Merge');
    git(dir, 'reset', '-q', '--hard', merged);
    const source = await at.ingest(dir);
    const whole = await storedByFile();
    const history = await historyByFile();
    await asFirstEdition();
    expect(await storedByFile()).not.toEqual(whole);
    const again = await at.ingest(dir);
    expect(again.state.progress).toMatchObject({ state: 'done' });
    expect(await storedByFile()).toEqual(whole);
    expect(await at.count('"Commit" WHERE "isMerge" AND additions IS NOT NULL')).toBe(0);
    expect(await at.count('"Commit" WHERE "authorSignedUuid" IS NULL OR "authorUuid" IS NULL')).toBe(0);
    expect(await historyByFile()).toEqual(history);
    expect(await at.count('"SourceFile" WHERE len("formerPaths") > 0')).toBe(6);
    expect(await at.count('"IdentityLink"')).toBe(1);
    const { signal } = new AbortController();
    await renormaliseGit({
      writer: writerOf(at.store),
      orgId: 'acme',
      source: { ...source, ...again },
      signal,
    });
    expect(await storedByFile()).toEqual(whole);
  });
});

/** Puts the graph, its payloads and the cursor back to what the first edition had read of `movedAbout`. */
async function asFirstEdition(): Promise<void> {
  const { store } = at;
  await store.run(`UPDATE "Commit" SET "totalFilesAdded" = "totalFilesRenamed", "totalFilesDeleted" = "totalFilesRenamed"
    WHERE "totalFilesRenamed" > 0`);
  await store.run(`UPDATE "Commit" SET additions = 0, deletions = 0 WHERE "isMerge"`);
  await store.run(`UPDATE "Relation" SET additions = 40 WHERE change = 'renamed'`);
  await store.run(`UPDATE "SourceFile" SET "formerPaths" = NULL`);
  await store.run(`DELETE FROM "Relation" WHERE relation = 'touchedBefore'`);
  await store.run(`UPDATE "IdentityLink" SET author = 'git'`);
  await store.run(`UPDATE "Commit" SET "authorSignedUuid" = NULL, "committerSignedUuid" = NULL`);
  const shape = `json_merge_patch(state, '{"cursor": {"shape": "of before", "edition": null}}')`;
  await store.run(`UPDATE "Source" SET state = ${shape}`);
}
