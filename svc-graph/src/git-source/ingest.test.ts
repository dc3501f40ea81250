import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFixtureRepository } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GraphStore } from '../store/graph-store.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { type GraphWriter, writerOf } from '../store/graph-writer.ts';
import { NEW_SOURCE, type SourceRow, addSource, readSources } from '../store/source-row.ts';
import { ingestGit } from './ingest.ts';
import { renormaliseGit } from './renormalise.ts';

let folder: string;
let stores: GraphStores;
let store: GraphStore;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-ingest-')));
  stores = new GraphStores(join(folder, 'data'));
  store = await stores.open(OrgId.parse('acme'));
});
afterEach(async () => {
  await stores.close();
  rmSync(folder, { recursive: true });
});

const IDENTITY = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'commit.gpgsign=false'];
const git = (dir: string, ...args: string[]) =>
  execFileSync('git', ['-C', dir, ...IDENTITY, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

function emptyRepository(name = 'repo'): string {
  const dir = join(folder, name);
  mkdirSync(dir);
  git(dir, 'init', '-q', '-b', 'main');
  return dir;
}

function commitFile(dir: string, path: string, content: string, message = `Write ${path}`): string {
  writeFileSync(join(dir, path), content);
  git(dir, 'add', '-A');
  git(dir, 'commit', '-q', '-m', message);
  return git(dir, 'rev-parse', 'HEAD');
}

async function ingest(path: string, writer: GraphWriter = writerOf(store), id = path): Promise<SourceRow> {
  await addSource(store, { id, type: 'git', path, name: 'repo', state: NEW_SOURCE });
  const find = async () => (await readSources(store)).find((source) => source.id === id) as SourceRow;
  await ingestGit(writer, 'acme', await find(), new AbortController().signal);
  return find();
}

async function count(from: string): Promise<number> {
  const [row] = await store.rows<{ n: number }>(`SELECT count(*)::INTEGER AS n FROM ${from}`);
  return row?.n ?? 0;
}

const fingerprint = async (table: string, columns: string) =>
  store.rows(`SELECT ${columns} FROM "${table}" ORDER BY ALL`);

describe('a repository in the graph', () => {
  it('agrees with git on commits, people, lines, files and releases', async () => {
    const dir = join(folder, 'fixture');
    await makeFixtureRepository({ dir, commits: 300, seed: 5 });
    const source = await ingest(dir);
    expect(source.state).toMatchObject({
      status: 'active',
      notes: [],
      progress: { phase: 'done', done: 300 },
    });

    const numstat = git(dir, 'log', '--all', '--no-merges', '--no-renames', '--numstat', '--format=').split(
      '\n',
    );
    const added = numstat.reduce((sum, line) => sum + Number(line.split('\t')[0] ?? 0), 0);
    const [sums] = await store.rows<Record<string, number>>(
      `SELECT count(*)::INTEGER AS commits, sum(additions)::INTEGER AS added, sum("changedFiles")::INTEGER AS files FROM "Commit"`,
    );
    expect(sums).toEqual({ commits: 300, added, files: numstat.filter((line) => line !== '').length });

    const people = await store.rows<{ name: string; n: number }>(
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
    const releases = await store.rows<{ name: string }>('SELECT name FROM "Release" ORDER BY name');
    expect(releases.map(({ name }) => name)).toEqual(tags);
    const inFirst = git(dir, 'rev-list', '--count', 'v0.1.0');
    expect(
      await count(
        `"Relation" r JOIN "Release" t ON t.uuid = r."fromUuid" WHERE r.relation = 'includes' AND t.name = 'v0.1.0'`,
      ),
    ).toBe(Number(inFirst));
  });

  it('flags bots with the reason', async () => {
    const dir = join(folder, 'fixture');
    await makeFixtureRepository({ dir, commits: 100, seed: 5 });
    await ingest(dir);
    const bots = await store.rows('SELECT name, "botReason" FROM "Person" WHERE "isBot" ORDER BY name');
    expect(bots).toEqual([
      { name: 'GitHub', botReason: 'The address is on the list of known bots.' },
      { name: 'renovate[bot]', botReason: 'The name ends in [bot].' },
    ]);
  });

  it('keeps each commit on the default branch where that holds it, else on its own', async () => {
    const dir = emptyRepository();
    commitFile(dir, 'a', '1');
    git(dir, 'checkout', '-q', '-b', 'topic');
    commitFile(dir, 'b', '1');
    await ingest(dir);
    const rows = await store.rows(
      `SELECT c.name, b.name AS branch, b.status FROM "Commit" c JOIN "Branch" b ON b.uuid = c."branchUuid" ORDER BY c.name`,
    );
    expect(rows).toEqual([
      { name: 'Write a', branch: 'main', status: 'default' },
      { name: 'Write b', branch: 'topic', status: 'active' },
    ]);
  });

  it('says which files the default branch no longer has', async () => {
    const dir = emptyRepository();
    commitFile(dir, 'kept.ts', '1');
    commitFile(dir, 'gone.ts', '1');
    git(dir, 'rm', '-q', 'gone.ts');
    git(dir, 'commit', '-q', '-m', 'Drop');
    await ingest(dir);
    expect(
      await store.rows('SELECT path, extension, "topFolder", removed FROM "SourceFile" ORDER BY path'),
    ).toEqual([
      { path: 'gone.ts', extension: 'ts', topFolder: '/', removed: true },
      { path: 'kept.ts', extension: 'ts', topFolder: '/', removed: false },
    ]);
  });

  it('is the same after its payloads are normalised again', async () => {
    const dir = join(folder, 'fixture');
    await makeFixtureRepository({ dir, commits: 150, seed: 8 });
    const source = await ingest(dir);
    const columns = {
      Commit: 'uuid, name, "authorUuid", "branchUuid", additions, "filesAdded", deleted',
      SourceFile: 'uuid, path, removed, "createdAt", "updatedAt"',
      Relation: '*',
      Event: 'uuid, "occurredAt", action, "actorUuid"',
      Person: 'uuid, name, emails, "createdAt", "updatedAt"',
      Branch: 'uuid, name, status, "headUuid"',
      Release: 'uuid, name, "authorUuid", "publishedAt"',
    };
    const state = () => Promise.all(Object.entries(columns).map(([table, list]) => fingerprint(table, list)));
    const before = await state();
    await store.run('UPDATE "Commit" SET name = NULL, additions = -1');
    await renormaliseGit(writerOf(store), 'acme', source, new AbortController().signal);
    expect(await state()).toEqual(before);
  });
});

describe('reading again', () => {
  it('reads only new commits', async () => {
    const dir = emptyRepository();
    commitFile(dir, 'a', '1');
    await ingest(dir);
    const before = await store.dataVersion();
    await ingest(dir);
    expect(await count('"RawPayload" WHERE kind = \'log\'')).toBe(1);
    commitFile(dir, 'b', '1\n2\n');
    const source = await ingest(dir);
    expect(source.state.progress).toMatchObject({ phase: 'done', done: 2 });
    expect(await store.dataVersion()).toBeGreaterThan(before);
    const [log] = await store.rows<{ text: string }>(
      `SELECT payload::VARCHAR AS text FROM "RawPayload" WHERE kind = 'log' ORDER BY number DESC LIMIT 1`,
    );
    expect(log?.text).toContain('Write b');
    expect(log?.text).not.toContain('Write a');
    expect(await store.rows('SELECT name, additions::INTEGER AS n FROM "Commit" ORDER BY name')).toEqual([
      { name: 'Write a', n: 1 },
      { name: 'Write b', n: 2 },
    ]);
  });

  it('marks the commits of a rewritten branch as deleted and takes them back when they return', async () => {
    const dir = emptyRepository();
    commitFile(dir, 'a', '1');
    const lost = commitFile(dir, 'b', '1');
    await ingest(dir);
    git(dir, 'reset', '-q', '--hard', 'HEAD~1');
    commitFile(dir, 'c', '1');
    await ingest(dir);
    expect(await store.rows('SELECT name, deleted FROM "Commit" ORDER BY name')).toEqual([
      { name: 'Write a', deleted: false },
      { name: 'Write b', deleted: true },
      { name: 'Write c', deleted: false },
    ]);
    expect(await count(`"Event" WHERE action = 'rewritten' AND "entityType" = 'Branch'`)).toBe(1);
    git(dir, 'branch', 'back', lost);
    await ingest(dir);
    expect(await count('"Commit" WHERE deleted')).toBe(0);
    expect(await count('"Event" WHERE action = \'committed\'')).toBe(3);
    expect(await count('"Event" WHERE action = \'created\'')).toBe(1);
  });

  it('marks branches and releases that are gone', async () => {
    const dir = emptyRepository();
    commitFile(dir, 'a', '1');
    git(dir, 'branch', 'old');
    git(dir, 'tag', 'v1.0.0');
    await ingest(dir);
    git(dir, 'branch', '-q', '-D', 'old');
    git(dir, 'tag', '-d', 'v1.0.0');
    await ingest(dir);
    expect(await store.rows('SELECT name, status, deleted FROM "Branch" WHERE deleted')).toEqual([
      { name: 'old', status: 'deleted', deleted: true },
    ]);
    expect(await count('"Release" WHERE deleted')).toBe(1);
    expect(await count(`"Relation" WHERE relation = 'includes'`)).toBe(0);
  });

  it('follows a mailmap that comes later', async () => {
    const dir = emptyRepository();
    commitFile(dir, 'a', '1');
    git(dir, '-c', 'user.email=ann@home.example', 'commit', '-q', '--allow-empty', '-m', 'From home');
    await ingest(dir);
    expect(await count('"Person" WHERE NOT deleted')).toBe(2);
    commitFile(dir, '.mailmap', 'Ann <ann@example.com> <ann@home.example>\n');
    await ingest(dir);
    expect(await store.rows('SELECT name, emails FROM "Person" WHERE NOT deleted')).toEqual([
      { name: 'Ann', emails: ['ann@example.com', 'ann@home.example'] },
    ]);
    expect(await count('"Commit" c JOIN "Person" p ON p.uuid = c."authorUuid" WHERE NOT p.deleted')).toBe(3);
    expect(await count('"Event" e JOIN "Person" p ON p.uuid = e."actorUuid" WHERE p.deleted')).toBe(0);
  });

  it('goes on after a failure in the middle, without a commit twice', async () => {
    const dir = join(folder, 'fixture');
    await makeFixtureRepository({ dir, commits: 200, seed: 2 });
    let left = 3;
    const own = writerOf(store);
    const failing: GraphWriter = {
      ...own,
      commit: async (statements) => {
        left -= 1;
        if (left < 0) throw new Error('power cut');
        await own.commit(statements);
      },
    };
    await expect(ingest(dir, failing)).rejects.toThrow('power cut');
    const source = await ingest(dir);
    expect(source.state.progress).toMatchObject({ phase: 'done', done: 200 });
    expect(await count('"Commit"')).toBe(200);
    expect(await count('(SELECT DISTINCT sha FROM "Commit")')).toBe(200);
    expect(
      await count('(SELECT relation, "fromUuid", "toUuid" FROM "Relation" GROUP BY ALL HAVING count(*) > 1)'),
    ).toBe(0);
    expect(await count('(SELECT uuid FROM "Event" GROUP BY ALL HAVING count(*) > 1)')).toBe(0);
  });
});

describe('unusual repositories', () => {
  it('an empty one is read and says so', async () => {
    const source = await ingest(emptyRepository());
    expect(source.state).toMatchObject({ status: 'active', notes: ['The repository has no commits yet.'] });
    expect(await count('"Repository"')).toBe(1);
  });

  it('names, paths and messages that are not UTF-8 are read as Western text', async () => {
    const dir = emptyRepository();
    const file = Buffer.from('caf\u00e9.txt', 'latin1');
    const message = Buffer.from('Gr\u00fc\u00dfe', 'latin1');
    const stream = Buffer.concat([
      Buffer.from('blob\nmark :1\ndata 2\nx\n\ncommit refs/heads/main\nauthor J'),
      Buffer.from('\u00f6rg', 'latin1'),
      Buffer.from(
        ` <joerg@example.com> 1700000000 +0100\ncommitter Zoë <zoe@example.com> 1700000000 +0100\ndata ${String(message.length)}\n`,
      ),
      message,
      Buffer.from('\nM 100644 :1 '),
      file,
      Buffer.from('\nM 100644 :1 日本語.txt\n\n'),
    ]);
    execFileSync('git', ['-C', dir, 'fast-import', '--quiet'], { input: stream });
    await ingest(dir);
    expect(await store.rows('SELECT name FROM "Person" ORDER BY name')).toEqual([
      { name: 'Jörg' },
      { name: 'Zoë' },
    ]);
    expect(await store.rows('SELECT name, "filesAdded" FROM "Commit"')).toEqual([
      { name: 'Grüße', filesAdded: ['café.txt', '日本語.txt'] },
    ]);
  });

  it('paths with newlines, tabs, quotes and the look of a commit are taken as they are', async () => {
    const dir = emptyRepository();
    const paths = ['a\nb', 'tab\there', '"quoted"', 'a'.repeat(40), ':100644', '-rf'];
    for (const path of paths) writeFileSync(join(dir, path), 'x\n');
    git(dir, 'add', '-A');
    git(dir, 'commit', '-q', '-m', 'Odd');
    await ingest(dir);
    const rows = await store.rows<{ path: string }>('SELECT path FROM "SourceFile"');
    expect(rows.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    expect(await store.rows('SELECT additions::INTEGER AS n FROM "Commit"')).toEqual([{ n: paths.length }]);
  });

  it('a commit of 50 MB and a message of 5 MB come in, the message cut', async () => {
    const dir = emptyRepository();
    writeFileSync(join(dir, 'big.txt'), 'a line of text\n'.repeat(3_500_000));
    writeFileSync(join(dir, 'message'), `Big\n\n${'words '.repeat(900_000)}`);
    git(dir, 'add', 'big.txt');
    git(dir, 'commit', '-q', '-F', 'message');
    await ingest(dir);
    expect(
      await store.rows(
        'SELECT name, length(message)::INTEGER AS length, additions::INTEGER AS additions FROM "Commit"',
      ),
    ).toEqual([{ name: 'Big', length: 100_000, additions: 3_500_000 }]);
  });

  it('a shallow clone is read and says what is missing', async () => {
    const dir = emptyRepository();
    for (const name of ['a', 'b', 'c']) commitFile(dir, name, '1\n');
    const clone = join(folder, 'clone');
    git(folder, 'clone', '-q', '--depth', '2', `file://${dir}`, clone);
    const source = await ingest(clone);
    expect(source.state.notes).toEqual([expect.stringContaining('shallow clone')]);
    expect(await store.rows('SELECT name, additions::INTEGER AS n FROM "Commit" ORDER BY name')).toEqual([
      { name: 'Write b', n: null },
      { name: 'Write c', n: 1 },
    ]);
    git(clone, 'fetch', '-q', '--unshallow');
    const whole = await ingest(clone);
    expect(whole.state.notes).toEqual([]);
    expect(await count('"Commit" WHERE additions = 1')).toBe(3);
    expect(await count(`"Relation" WHERE relation = 'parent'`)).toBe(2);
  });

  it('a partial clone is read without line counts and says so', async () => {
    const dir = emptyRepository();
    for (const name of ['a', 'b']) commitFile(dir, name, '1\n');
    git(dir, 'config', 'uploadpack.allowFilter', 'true');
    const clone = join(folder, 'clone');
    git(folder, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${dir}`, clone);
    const source = await ingest(clone);
    expect(source.state.notes).toEqual([expect.stringContaining('partial clone')]);
    expect(await store.rows('SELECT name, additions, "filesAdded" FROM "Commit" ORDER BY name')).toEqual([
      { name: 'Write a', additions: null, filesAdded: ['a'] },
      { name: 'Write b', additions: null, filesAdded: ['b'] },
    ]);
  });

  it('a damaged one gives all that can be read and says how much cannot', async () => {
    const dir = emptyRepository();
    for (const name of ['a', 'b', 'c']) commitFile(dir, name, `${name}\n`);
    const blob = git(dir, 'rev-parse', 'HEAD:b');
    rmSync(join(dir, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
    const source = await ingest(dir);
    expect(source.state.notes).toEqual(['The changes of some commits cannot be read from this clone: 1.']);
    expect(await store.rows('SELECT name, additions::INTEGER AS n FROM "Commit" ORDER BY name')).toEqual([
      { name: 'Write a', n: 1 },
      { name: 'Write b', n: null },
      { name: 'Write c', n: 1 },
    ]);
  });

  it('a bare one and a worktree are read, and two in one org stay apart', async () => {
    const dir = emptyRepository();
    commitFile(dir, 'a', '1');
    git(dir, 'worktree', 'add', '-q', join(folder, 'tree'));
    git(folder, 'clone', '-q', '--bare', dir, join(folder, 'bare.git'));
    await ingest(join(folder, 'tree'));
    await ingest(join(folder, 'bare.git'));
    expect(await count('"Commit"')).toBe(2);
    expect(await count('"Repository"')).toBe(2);
    expect(await count('"Person"')).toBe(1);
  });

  it('one that runs programs by its configuration runs none of them', async () => {
    const dir = emptyRepository();
    commitFile(dir, '.gitattributes', '*.txt diff=evil\n');
    commitFile(dir, 'a.txt', 'x\n');
    const trace = join(folder, 'ran');
    const program = `sh -c 'touch ${trace}; cat'`;
    for (const key of [
      'diff.external',
      'diff.evil.textconv',
      'diff.evil.command',
      'core.fsmonitor',
      'core.pager',
    ])
      git(dir, 'config', key, program);
    await ingest(dir);
    expect(await count('"Commit" WHERE "changedFiles" = 1')).toBe(2);
    expect(() => realpathSync(trace)).toThrow('ENOENT');
  });

  it('one that is removed later is an error that keeps what was read', async () => {
    const dir = emptyRepository();
    commitFile(dir, 'a', '1');
    await ingest(dir);
    rmSync(dir, { recursive: true });
    await expect(ingest(dir)).rejects.toThrow('There is no git repository');
    expect(await count('"Commit"')).toBe(1);
  });
});
