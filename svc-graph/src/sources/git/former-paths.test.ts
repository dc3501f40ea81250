import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { GitFixture, git } from '../../../test/git-fixture.ts';
import { makeRenameHistory } from '../../../test/rename-history.ts';
import type { GraphStore } from '../../store/graph-store.ts';
import { GraphStores } from '../../store/graph-stores.ts';
import { type GraphWriter, writerOf } from '../../store/graph-writer.ts';
import { NEW_SOURCE, addSource, readSources } from '../../store/source-row.ts';
import { childrenFirst, followRenames } from './former-paths.ts';
import { ingestGit } from './ingest.ts';
import { contextOf } from './normalise.ts';

const at = new GitFixture();
const acme = OrgId.parse('acme');

/** What was joined: each commit by a file that it changed under a former path, and the former paths of each file. */
async function joined(store: GraphStore) {
  const commits = await store.rows<{ sha: string; path: string }>(
    `SELECT c.sha, f.path FROM "Relation" e JOIN "Commit" c ON c.uuid = e."fromUuid" JOIN "SourceFile" f ON f.uuid = e."toUuid"
     WHERE e.relation = 'touchedBefore' ORDER BY ALL`,
  );
  const former = await store.rows<{ path: string; former: string[] }>(
    'SELECT path, "formerPaths" AS former FROM "SourceFile" WHERE "formerPaths" IS NOT NULL ORDER BY path',
  );
  return { commits, former };
}

interface Change {
  readonly sha: string;
  readonly was: string | undefined;
}

/** The same by walking back from each file, change by change, through what git says of each commit. */
function walked(dir: string, paths: readonly string[]): Awaited<ReturnType<typeof joined>> {
  const order = git(dir, 'rev-list', '--all').split('\n').toReversed();
  const changes = new Map<string, (Change & { readonly moment: number })[]>();
  for (const [moment, sha] of order.entries()) {
    const told = git(dir, 'diff-tree', '-r', '-M', '--root', '--no-commit-id', '--name-status', sha);
    for (const line of told.split('\n').filter((each) => each !== '')) {
      const [kind = '', first = '', second] = line.split('\t');
      const was = kind.startsWith('R') ? first : undefined;
      const path = second ?? first;
      changes.set(path, [...(changes.get(path) ?? []), { sha, was, moment }]);
    }
  }
  const commits: { sha: string; path: string }[] = [];
  const former: { path: string; former: string[] }[] = [];
  for (const path of paths) {
    const [seen, shas] = [new Set<string>(), new Set<string>()];
    let [name, until] = [path, Infinity];
    for (;;) {
      const rename = changes.get(name)?.findLast(({ was, moment }) => was !== undefined && moment < until);
      if (rename?.was === undefined) break;
      [name, until] = [rename.was, rename.moment];
      const before = changes.get(name)?.findLast(({ was, moment }) => was !== undefined && moment < until);
      if (name === path) continue;
      seen.add(name);
      for (const { sha, moment } of changes.get(name) ?? [])
        if (moment < until && moment >= (before?.moment ?? 0)) shas.add(sha);
    }
    if (seen.size > 0) former.push({ path, former: [...seen] });
    for (const sha of shas) commits.push({ sha, path });
  }
  const key = ({ sha, path }: { sha: string; path: string }) => `${sha} ${path}`;
  const sorted = commits.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  return { commits: sorted, former: former.toSorted((one, other) => (one.path < other.path ? -1 : 1)) };
}

describe('the histories of files across renames', () => {
  it.each([1, 2, 3])('are those that walking back from each file finds, in history %s', async (seed) => {
    const dir = at.emptyRepository();
    makeRenameHistory(dir, { commits: 60, files: 9, folders: 3, seed });
    await at.ingest(dir);
    const files = await at.store.rows<{ path: string }>('SELECT path FROM "SourceFile"');
    const whole = await joined(at.store);
    expect(whole.commits.length).toBeGreaterThan(50);
    expect(whole).toEqual(
      walked(
        dir,
        files.map(({ path }) => path),
      ),
    );
    // In many ranges they are the same as in one.
    const source = (await readSources(at.store))[0];
    if (!source) throw new Error('the source is gone');
    const [recorded] = await at.store.rows<{ name: string }>(
      `SELECT "externalId" AS name FROM "SourceRecord" WHERE kind = 'Repository'`,
    );
    const context = contextOf({ orgId: acme, source }, recorded?.name ?? '');
    await at.store.run(`DELETE FROM "Relation" WHERE relation = 'touchedBefore'`);
    await writerOf(at.store).commit(followRenames(context, await childrenFirst(join(dir, '.git')), 7));
    expect(await joined(at.store)).toEqual(whole);
  });
});

/** A folder of so many files that each of so many commits moves there or back again, as rows of a graph. */
const movedAbout = (files: number, commits: number) => [
  `CREATE TEMP TABLE moves AS SELECT i, md5('c' || i)::UUID AS uuid, i % 2 = 1 AS there FROM range(1, ${String(commits + 1)}) t(i)`,
  `INSERT INTO "SourceFile" (uuid, path, "repositoryUuid", deleted, removed)
    SELECT md5(path)::UUID, path, '${REPOSITORY}', false, false
    FROM (SELECT side || f AS path FROM range(${String(files)}) t(f), (VALUES ('a/'), ('b/')) s(side))`,
  `INSERT INTO "Commit" (uuid, sha, deleted, "totalFilesRenamed", "filesRenamed", "filesRenamedFrom")
    SELECT uuid, 'c' || i, false, ${String(files)}, [if(there, 'b/', 'a/') || f FOR f IN range(${String(files)})],
      [if(there, 'a/', 'b/') || f FOR f IN range(${String(files)})] FROM moves`,
  `INSERT INTO "SourceRecord" ("entityUuid", kind, "sourceId", "externalId", "firstSeen", "lastSeen", deleted)
    SELECT uuid, 'Commit', 's', 'c' || i, now()::TIMESTAMP, now()::TIMESTAMP, false FROM moves`,
  `INSERT INTO "Relation" (relation, "fromUuid", "toUuid", "sourceId")
    SELECT 'touches', uuid, md5(if(there, 'b/', 'a/') || f)::UUID, 's' FROM moves, range(${String(files)}) t(f)`,
];
const REPOSITORY = '0b0e2d4e-0000-5000-8000-000000000001';

describe('files that move there and back again and again', () => {
  it('are followed with 64 MB of memory and 24 MB of temporary space', { timeout: 240_000 }, async () => {
    const [files, commits] = [150, 100];
    const stores = new GraphStores(join(at.folder, 'little'), { limits: { memory: '64MB', temp: '24MB' } });
    try {
      const store = await stores.open(acme);
      await store.transaction(async (open) => {
        for (const sql of movedAbout(files, commits)) await open.run({ sql, params: [], writes: 'anything' });
      });
      const context = { sourceId: 's', repositoryUuid: REPOSITORY } as Parameters<typeof followRenames>[0];
      const shas = Array.from({ length: commits }, (_, index) => `c${String(commits - index)}`);
      await writerOf(store).commit(followRenames(context, shas));
      const rows = await store.rows(
        `SELECT "formerPaths" AS former, count(*)::INTEGER AS files FROM (SELECT list_transform("formerPaths", p -> p[1]) AS "formerPaths"
         FROM "SourceFile") GROUP BY 1 ORDER BY 1`,
      );
      expect(rows).toEqual([
        { former: ['a'], files },
        { former: ['b'], files },
      ]);
      const [found] = await store.rows(
        `SELECT count(*)::INTEGER AS edges FROM "Relation" WHERE relation = 'touchedBefore'`,
      );
      // Each file has the moves to its other place, but for the last one of all.
      expect(found).toEqual({ edges: files * (commits - 1) });
    } finally {
      await stores.close();
    }
  });
});

/** A graph of its own with little memory, and a repository of many renames to read into it. */
async function withLittle(temp: string, work: (store: GraphStore, dir: string) => Promise<void>) {
  const dir = at.emptyRepository();
  makeRenameHistory(dir, { commits: 900, files: 120, folders: 2, seed: 5 });
  const stores = new GraphStores(join(at.folder, 'little'), { limits: { memory: '64MB', temp } });
  try {
    const store = await stores.open(acme);
    const source = { id: 's', type: 'git', settings: { path: dir }, name: 'repo', state: NEW_SOURCE };
    await addSource(store, source);
    await work(store, dir);
  } finally {
    await stores.close();
  }
}

const read = async (store: GraphStore, writer: GraphWriter = writerOf(store)) => {
  const [source] = await readSources(store);
  if (!source) throw new Error('the source is gone');
  await ingestGit({ writer, orgId: acme, source, signal: new AbortController().signal });
};
const present = async (store: GraphStore) => {
  const rows = await store.rows<{ path: string }>(
    'SELECT path FROM "SourceFile" WHERE NOT removed ORDER BY path',
  );
  return rows.map(({ path }) => path);
};
const listed = (dir: string) => git(dir, 'ls-tree', '-r', '--name-only', 'main').split('\n').toSorted();

describe('a history of many files, commits and renames', () => {
  it('is read with 64 MB of memory and 24 MB of temporary space', { timeout: 240_000 }, async () => {
    await withLittle('24MB', async (store, dir) => {
      await read(store);
      expect((await readSources(store))[0]?.state).toMatchObject({ status: 'active', error: null });
      expect(await present(store)).toEqual(listed(dir));
      const [renamed] = await store.rows(
        'SELECT count(*)::INTEGER AS files FROM "SourceFile" WHERE "formerPaths" IS NOT NULL',
      );
      expect(renamed).toEqual({ files: 240 });
    });
  });

  it('has the files of its head right when its renames cannot be joined', { timeout: 240_000 }, async () => {
    await withLittle('1GB', async (store, dir) => {
      const writer = writerOf(store);
      const during = new Set<string>();
      const failing: GraphWriter = {
        ...writer,
        commit: async (steps) => {
          if (steps.some((step) => 'sql' in step && step.sql.includes('chains_of_renames')))
            throw new Error('Out of Memory Error: failed to offload data block');
          await writer.commit(steps);
          for (const path of await present(store)) during.add(path);
        },
      };
      await expect(read(store, failing)).rejects.toThrow('Out of Memory');
      expect(await present(store)).toEqual(listed(dir));
      // And no file counted before that was none of them.
      expect([...during].toSorted()).toEqual(listed(dir));
    });
  });
});
