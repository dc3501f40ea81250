import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFixtureRepository } from '@cairn/acceptance';
import { describe, expect, it } from 'vitest';
import { type GraphWriter, writerOf } from '../../store/graph-writer.ts';
import { newsOf } from '../runs/news.ts';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';

const at = new GitFixture();

/** A writer that commits one transaction and no more. */
function failingAfterOne(): GraphWriter {
  let left = 1;
  const own = writerOf(at.store);
  return {
    ...own,
    commit: async (statements) => {
      left -= 1;
      if (left < 0) throw new Error('power cut');
      await own.commit(statements);
    },
  };
}

describe('reading again', () => {
  it('reads only new commits', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    await at.ingest(dir);
    const before = await at.store.dataVersion();
    await at.ingest(dir);
    expect(await at.count('"RawPayload" WHERE kind = \'commits\'')).toBe(1);
    commitFile(dir, 'b', '1\n2\n');
    const source = await at.ingest(dir);
    expect(source.state.progress).toMatchObject({ state: 'done', counts: { diff: { done: 2 } } });
    expect(await at.store.dataVersion()).toBeGreaterThan(before);
    const [log] = await at.store.rows<{ text: string }>(
      `SELECT payload::VARCHAR AS text FROM "RawPayload" WHERE kind = 'commits' ORDER BY number DESC LIMIT 1`,
    );
    expect(log?.text).toContain('Write b');
    expect(log?.text).not.toContain('Write a');
    expect(await at.store.rows('SELECT name, additions::INTEGER AS n FROM "Commit" ORDER BY name')).toEqual([
      { name: 'Write a', n: 1 },
      { name: 'Write b', n: 2 },
    ]);
  });

  it('brings news of the new commits alone', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    const { id, state } = await at.ingest(dir);
    const since = Date.parse(state.lastIngestedAt ?? '');
    for (const path of ['b', 'c']) commitFile(dir, path, '1');
    await at.ingest(dir);
    const [news = []] = await newsOf(at.store, id, since);
    expect(news.map(({ kind, name, words }) => [kind, name, words]).toSorted()).toEqual([
      ['person', 'Ann', '2 commits'],
      ['repository', 'repo', '2 commits'],
    ]);
  });

  it('marks the commits of a rewritten branch as deleted and takes them back when they return', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    const lost = commitFile(dir, 'b', '1');
    await at.ingest(dir);
    git(dir, 'reset', '-q', '--hard', 'HEAD~1');
    commitFile(dir, 'c', '1');
    await at.ingest(dir);
    expect(await at.store.rows('SELECT name, deleted FROM "Commit" ORDER BY name')).toEqual([
      { name: 'Write a', deleted: false },
      { name: 'Write b', deleted: true },
      { name: 'Write c', deleted: false },
    ]);
    expect(await at.count(`"Event" WHERE action = 'rewritten' AND "entityType" = 'Branch'`)).toBe(1);
    git(dir, 'branch', 'back', lost);
    await at.ingest(dir);
    expect(await at.count('"Commit" WHERE deleted')).toBe(0);
    expect(await at.count('"Event" WHERE action = \'committed\'')).toBe(3);
    expect(await at.count('"Event" WHERE action = \'created\'')).toBe(1);
  });

  it('marks files that are gone, takes them back when they return, and leaves those of other repositories', async () => {
    const [dir, other] = [at.emptyRepository(), at.emptyRepository('other')];
    for (const each of [dir, other]) commitFile(each, 'a', '1');
    commitFile(dir, 'b', '1');
    await at.ingest(other);
    const removed = async () =>
      (
        await at.store.rows<{ path: string }>('SELECT path FROM "SourceFile" WHERE removed ORDER BY path')
      ).map(({ path }) => path);
    await at.ingest(dir);
    expect(await removed()).toEqual([]);
    git(dir, 'rm', '-q', 'a', 'b');
    git(dir, 'commit', '-q', '-m', 'Drop');
    await at.ingest(dir);
    expect(await removed()).toEqual(['a', 'b']);
    commitFile(dir, 'a', '2');
    await at.ingest(dir);
    expect(await removed()).toEqual(['b']);
  });

  it('marks branches and releases that are gone', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    git(dir, 'branch', 'old');
    git(dir, 'tag', 'v1.0.0');
    await at.ingest(dir);
    git(dir, 'branch', '-q', '-D', 'old');
    git(dir, 'tag', '-d', 'v1.0.0');
    await at.ingest(dir);
    expect(await at.store.rows('SELECT name, status, deleted FROM "Branch" WHERE deleted')).toEqual([
      { name: 'old', status: 'deleted', deleted: true },
    ]);
    expect(await at.count('"Release" WHERE deleted')).toBe(1);
    expect(await at.count(`"Relation" WHERE relation = 'includes'`)).toBe(0);
  });

  it('gives commits that were read before a remote was set the address they have since', async () => {
    const dir = at.emptyRepository();
    const sha = commitFile(dir, 'a', '1');
    await at.ingest(dir);
    const addresses = () => at.store.rows('SELECT "sourceUrl" AS at FROM "Commit" ORDER BY "committedAt"');
    expect(await addresses()).toEqual([{ at: null }]);
    git(dir, 'remote', 'add', 'origin', 'https://ann:secret@github.com/acme/repo.git');
    const before = await at.store.dataVersion();
    await at.ingest(dir);
    expect(await addresses()).toEqual([{ at: `https://github.com/acme/repo/commit/${sha}` }]);
    expect(await at.store.dataVersion()).toBeGreaterThan(before);
    git(dir, 'remote', 'set-url', 'origin', 'git@gitlab.example.com:acme/moved.git');
    const later = commitFile(dir, 'b', '1');
    await at.ingest(dir);
    const pages = 'https://gitlab.example.com/acme/moved/commit/';
    expect(await addresses()).toEqual([{ at: pages + sha }, { at: pages + later }]);
    git(dir, 'remote', 'remove', 'origin');
    await at.ingest(dir);
    expect(await addresses()).toEqual([{ at: null }, { at: null }]);
  });

  it('names and addresses commits that an earlier version read', async () => {
    const dir = at.emptyRepository();
    git(dir, 'commit', '-q', '--allow-empty', '--allow-empty-message', '-m', '');
    git(dir, 'remote', 'add', 'origin', 'git@github.com:acme/repo.git');
    await at.ingest(dir);
    const sha = git(dir, 'rev-parse', 'HEAD');
    const now = [{ name: sha.slice(0, 10), at: `https://github.com/acme/repo/commit/${sha}` }];
    const read = () => at.store.rows('SELECT name, "sourceUrl" AS at FROM "Commit"');
    expect(await read()).toEqual(now);
    await at.store.run(`UPDATE "Commit" SET name = '', "sourceUrl" = NULL`);
    await at.store.run(`UPDATE "Source" SET state = json_merge_patch(state, '{"cursor": {"webUrl": null}}')`);
    await at.ingest(dir);
    expect(await read()).toEqual(now);
  });

  it('follows a mailmap that comes later', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    git(dir, '-c', 'user.email=ann@home.example', 'commit', '-q', '--allow-empty', '-m', 'From home');
    await at.ingest(dir);
    expect(await at.count('"Person" WHERE NOT deleted')).toBe(2);
    commitFile(dir, '.mailmap', 'Ann <ann@example.com> <ann@home.example>\n');
    await at.ingest(dir);
    expect(await at.store.rows('SELECT name, emails FROM "Person" WHERE NOT deleted')).toEqual([
      { name: 'Ann', emails: ['ann@example.com', 'ann@home.example'] },
    ]);
    expect(await at.count('"Commit" c JOIN "Person" p ON p.uuid = c."authorUuid" WHERE NOT p.deleted')).toBe(
      3,
    );
    expect(await at.count('"Event" e JOIN "Person" p ON p.uuid = e."actorUuid" WHERE p.deleted')).toBe(0);
  });

  it('goes on after a failure in the middle, without a commit twice', async () => {
    const dir = join(at.folder, 'fixture');
    await makeFixtureRepository({ dir, commits: 200, seed: 2 });
    // The log is in, and what the commits changed is not.
    await expect(at.ingest(dir, failingAfterOne())).rejects.toThrow('power cut');
    const source = await at.ingest(dir);
    expect(source.state.progress).toMatchObject({ state: 'done', counts: { diff: { done: 200 } } });
    expect(await at.count('"Commit"')).toBe(200);
    expect(await at.count('(SELECT DISTINCT sha FROM "Commit")')).toBe(200);
    expect(
      await at.count(
        '(SELECT relation, "fromUuid", "toUuid" FROM "Relation" GROUP BY ALL HAVING count(*) > 1)',
      ),
    ).toBe(0);
    expect(await at.count('(SELECT uuid FROM "Event" GROUP BY ALL HAVING count(*) > 1)')).toBe(0);
  });

  it('knows repository and branch of commits while their log is read', async () => {
    const dir = at.emptyRepository();
    // More than a first batch of the log holds.
    for (const name of ['a', 'b', 'c']) {
      writeFileSync(join(at.folder, 'message'), `${name}\n\n${'words '.repeat(50_000)}`);
      git(dir, 'commit', '-q', '--allow-empty', '-F', join(at.folder, 'message'));
    }
    await expect(at.ingest(dir, failingAfterOne())).rejects.toThrow('power cut');
    const named = `LEFT JOIN "Repository" r ON r.uuid = c."repositoryUuid" WHERE r.name`;
    expect(await at.count(`"Commit" c ${named} = 'repo'`)).toBeGreaterThan(0);
    expect(await at.count(`"Commit" c ${named} IS NULL`)).toBe(0);
    const branches = `"Commit" c LEFT JOIN "Branch" b ON b.uuid = c."branchUuid"`;
    expect(await at.count(`${branches} WHERE b.name IS DISTINCT FROM 'main'`)).toBe(0);
    await at.ingest(dir);
    expect(await at.count(`"Branch" WHERE status = 'default'`)).toBe(1);
  });
});
