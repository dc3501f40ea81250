import { join } from 'node:path';
import { makeFixtureRepository } from '@cairn/acceptance';
import { describe, expect, it } from 'vitest';
import { writerOf } from '../../store/graph-writer.ts';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';
import { renormaliseGit } from './renormalise.ts';

const at = new GitFixture();

describe('a repository in the graph', () => {
  it('agrees with git on commits, people, lines, files and releases', async () => {
    const dir = join(at.folder, 'fixture');
    await makeFixtureRepository({ dir, commits: 300, seed: 5 });
    const source = await at.ingest(dir);
    expect(source.state).toMatchObject({
      status: 'active',
      notes: [],
      progress: { state: 'done', counts: { log: { done: 300 }, diff: { done: 300, total: 300 } } },
    });

    const numstat = git(dir, 'log', '--all', '--no-merges', '-M', '--numstat', '--format=').split('\n');
    const added = numstat.reduce((sum, line) => sum + Number(line.split('\t')[0] ?? 0), 0);
    const [sums] = await at.store.rows<Record<string, number>>(
      `SELECT count(*)::INTEGER AS commits, sum(additions)::INTEGER AS added, sum("changedFiles")::INTEGER AS files FROM "Commit"`,
    );
    expect(sums).toEqual({ commits: 300, added, files: numstat.filter((line) => line !== '').length });

    const people = await at.store.rows<{ name: string; n: number }>(
      `SELECT p.name, count(*)::INTEGER AS n FROM "Commit" c JOIN "Person" p ON p.uuid = c."authorUuid" GROUP BY 1`,
    );
    const expected = git(dir, 'shortlog', '-sn', '--all', '--', '.')
      .split('\n')
      .map((line) => line.trim().split('\t'));
    const all = git(dir, 'log', '--all', '--format=%aN').split('\n');
    expect(expected.length).toBeGreaterThan(5);
    for (const { name, n } of people)
      expect([name, n]).toEqual([name, all.filter((author) => author === name).length]);

    const tags = git(dir, 'tag').split('\n').toSorted();
    const releases = await at.store.rows<{ name: string }>('SELECT name FROM "Release" ORDER BY name');
    expect(releases.map(({ name }) => name)).toEqual(tags);
    const inFirst = git(dir, 'rev-list', '--count', 'v0.1.0');
    expect(
      await at.count(
        `"Relation" r JOIN "Release" t ON t.uuid = r."fromUuid" WHERE r.relation = 'includes' AND t.name = 'v0.1.0'`,
      ),
    ).toBe(Number(inFirst));
  });

  it('flags bots with the reason', async () => {
    const dir = join(at.folder, 'fixture');
    await makeFixtureRepository({ dir, commits: 100, seed: 5 });
    await at.ingest(dir);
    const bots = await at.store.rows('SELECT name, "botReason" FROM "Person" WHERE "isBot" ORDER BY name');
    expect(bots).toEqual([
      { name: 'GitHub', botReason: 'The address is on the list of known bots.' },
      { name: 'renovate[bot]', botReason: 'The name ends in [bot].' },
    ]);
  });

  it('keeps each commit on the default branch where that holds it, else on its own', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    git(dir, 'checkout', '-q', '-b', 'topic');
    commitFile(dir, 'b', '1');
    await at.ingest(dir);
    const rows = await at.store.rows(
      `SELECT c.name, b.name AS branch, b.status FROM "Commit" c JOIN "Branch" b ON b.uuid = c."branchUuid" ORDER BY c.name`,
    );
    expect(rows).toEqual([
      { name: 'Write a', branch: 'main', status: 'default' },
      { name: 'Write b', branch: 'topic', status: 'active' },
    ]);
  });

  it('says which files the default branch no longer has', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'kept.ts', '1');
    commitFile(dir, 'gone.ts', '1');
    git(dir, 'rm', '-q', 'gone.ts');
    git(dir, 'commit', '-q', '-m', 'Drop');
    await at.ingest(dir);
    expect(
      await at.store.rows('SELECT path, extension, "topFolder", removed FROM "SourceFile" ORDER BY path'),
    ).toEqual([
      { path: 'gone.ts', extension: 'ts', topFolder: '/', removed: true },
      { path: 'kept.ts', extension: 'ts', topFolder: '/', removed: false },
    ]);
  });

  it('is the same after its payloads are normalised again', async () => {
    const dir = join(at.folder, 'fixture');
    await makeFixtureRepository({ dir, commits: 150, seed: 8 });
    git(dir, 'remote', 'add', 'origin', 'git@github.com:acme/fixture.git');
    const source = await at.ingest(dir);
    const columns = {
      Commit: 'uuid, name, "sourceUrl", "authorUuid", "branchUuid", additions, "filesAdded", deleted',
      SourceFile: 'uuid, path, removed, "createdAt", "updatedAt"',
      Relation: '*',
      Event: 'uuid, "occurredAt", action, "actorUuid"',
      Person: 'uuid, name, emails, "createdAt", "updatedAt"',
      Branch: 'uuid, name, status, "headUuid"',
      Release: 'uuid, name, "authorUuid", "publishedAt"',
    };
    const state = () =>
      Promise.all(Object.entries(columns).map(([table, list]) => at.fingerprint(table, list)));
    const before = await state();
    await at.store.run('UPDATE "Commit" SET name = NULL, additions = -1');
    const { signal } = new AbortController();
    await renormaliseGit({ writer: writerOf(at.store), orgId: 'acme', source, signal });
    expect(await state()).toEqual(before);
  });
});
