import { execFileSync } from 'node:child_process';
import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { renormaliseGit } from './renormalise.ts';

const at = new GitFixture();

describe('unusual repositories', () => {
  it('an empty one is read and says so', async () => {
    const source = await at.ingest(at.emptyRepository());
    expect(source.state).toMatchObject({ status: 'active', notes: ['The repository has no commits yet.'] });
    expect(await at.count('"Repository"')).toBe(1);
  });

  it('names, paths and messages that are not UTF-8 are read as Western text', async () => {
    const dir = at.emptyRepository();
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
    await at.ingest(dir);
    expect(await at.store.rows('SELECT name FROM "Person" ORDER BY name')).toEqual([
      { name: 'Jörg' },
      { name: 'Zoë' },
    ]);
    expect(await at.store.rows('SELECT name, "filesAdded" FROM "Commit"')).toEqual([
      { name: 'Grüße', filesAdded: ['café.txt', '日本語.txt'] },
    ]);
  });

  it('paths with newlines, marks that turn text, quotes and the look of a commit are taken as they are', async () => {
    const dir = at.emptyRepository();
    const paths = [
      'a\nb',
      'a\n\u202efdp.ts',
      '\u2067x\u2069',
      'tab\there',
      '"quoted"',
      'a'.repeat(40),
      ':100644',
      '-rf',
    ];
    for (const path of paths) writeFileSync(join(dir, path), 'x\n');
    git(dir, 'add', '-A');
    git(dir, 'commit', '-q', '-m', 'Odd');
    await at.ingest(dir);
    const rows = await at.store.rows<{ path: string }>('SELECT path FROM "SourceFile"');
    expect(rows.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    expect(await at.store.rows('SELECT additions::INTEGER AS n FROM "Commit"')).toEqual([
      { n: paths.length },
    ]);
  });

  it('a commit of 50 MB and a message of 5 MB come in, the message cut', async () => {
    const dir = at.emptyRepository();
    writeFileSync(join(dir, 'big.txt'), 'a line of text\n'.repeat(3_500_000));
    writeFileSync(join(dir, 'message'), `Big\n\n${'words '.repeat(900_000)}`);
    git(dir, 'add', 'big.txt');
    git(dir, 'commit', '-q', '-F', 'message');
    await at.ingest(dir);
    expect(
      await at.store.rows(
        'SELECT name, length(message)::INTEGER AS length, additions::INTEGER AS additions FROM "Commit"',
      ),
    ).toEqual([{ name: 'Big', length: 100_000, additions: 3_500_000 }]);
  });

  it('commits and people whose names cannot be seen are called by what can', async () => {
    const dir = at.emptyRepository();
    const commit = (message: string) => {
      const tree = git(dir, 'write-tree');
      const who = '\u200b\u200b <unseen@example.com> 1700000000 +0000';
      const bytes = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\n${message}`;
      writeFileSync(join(dir, 'commit'), bytes);
      const sha = git(dir, 'hash-object', '-t', 'commit', '-w', 'commit');
      git(dir, 'update-ref', `refs/heads/${sha}`, sha);
      return sha.slice(0, 10);
    };
    const empty = ['', '\u200b\u200b', '\u0301\u2800\u3164', ' \n\n'].map(commit);
    commit('\u200b\n\nBehind what is not seen\nNext');
    commit('إصلاح الخلل\n');
    await at.ingest(dir);
    const names = await at.store.rows<{ name: string }>('SELECT name FROM "Commit"');
    const expected = [...empty, 'Behind what is not seen', 'إصلاح الخلل'];
    expect(names.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
    expect(await at.store.rows('SELECT name FROM "Person"')).toEqual([{ name: 'unseen@example.com' }]);
  });

  it('a shallow clone is read and says what is missing', async () => {
    const dir = at.emptyRepository();
    for (const name of ['a', 'b', 'c']) commitFile(dir, name, '1\n');
    const clone = join(at.folder, 'clone');
    git(at.folder, 'clone', '-q', '--depth', '2', `file://${dir}`, clone);
    const source = await at.ingest(clone);
    expect(source.state.notes).toEqual([expect.stringContaining('shallow clone')]);
    expect(await at.store.rows('SELECT name, additions::INTEGER AS n FROM "Commit" ORDER BY name')).toEqual([
      { name: 'Write b', n: null },
      { name: 'Write c', n: 1 },
    ]);
    git(clone, 'fetch', '-q', '--unshallow');
    const whole = await at.ingest(clone);
    expect(whole.state.notes).toEqual([]);
    expect(await at.count('"Commit" WHERE additions = 1')).toBe(3);
    expect(await at.count(`"Relation" WHERE relation = 'parent'`)).toBe(2);
  });

  it('the oldest merge of a shallow clone is a merge, and what began before it has no beginning', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1\n');
    git(dir, 'checkout', '-q', '-b', 'topic');
    commitFile(dir, 'b', '1\n');
    git(dir, 'checkout', '-q', 'main');
    git(dir, 'merge', '-q', '--no-ff', '-m', 'Merge topic', 'topic');
    commitFile(dir, 'a', '2\n', 'Change a');
    commitFile(dir, 'c', '1\n', 'Add c');
    const clone = join(at.folder, 'clone');
    git(at.folder, 'clone', '-q', '--depth', '3', `file://${dir}`, clone);
    const told = async () => ({
      commits: await at.store.rows(
        `SELECT name, "isMerge", additions::INTEGER AS n, "changedFiles"::INTEGER AS files FROM "Commit" WHERE NOT deleted ORDER BY name`,
      ),
      events: await at.store.rows('SELECT action, name FROM "Event" ORDER BY name'),
      files: await at.store.rows(
        'SELECT path, "createdAt" IS NOT NULL AS begun, "updatedAt" IS NOT NULL AS changed FROM "SourceFile" ORDER BY path',
      ),
      repository: await at.store.rows('SELECT "createdAt" FROM "Repository"'),
    });
    const expected = {
      commits: [
        { name: 'Add c', isMerge: false, n: 1, files: 1 },
        { name: 'Change a', isMerge: false, n: 1, files: 1 },
        { name: 'Merge topic', isMerge: true, n: null, files: 0 },
      ],
      events: [
        { action: 'committed', name: 'Add c' },
        { action: 'committed', name: 'Change a' },
        { action: 'merged', name: 'Merge topic' },
      ],
      files: [
        { path: 'a', begun: false, changed: true },
        { path: 'b', begun: false, changed: false },
        { path: 'c', begun: true, changed: true },
      ],
      repository: [{ createdAt: null }],
    };
    const source = await at.ingest(clone);
    expect(await told()).toEqual(expected);
    const { signal } = new AbortController();
    await renormaliseGit({ writer: writerOf(at.store), orgId: 'acme', source, signal });
    expect(await told()).toEqual(expected);
    git(clone, 'fetch', '-q', '--unshallow');
    await at.ingest(clone);
    expect((await told()).files.map((file) => (file as { begun: boolean }).begun)).toEqual([
      true,
      true,
      true,
    ]);
    expect(await at.count('"Commit" WHERE "isMerge"')).toBe(1);
    expect((await told()).repository).not.toEqual([{ createdAt: null }]);
  });

  it('a partial clone is read without line counts and without the mailmap that it lacks, and says so', async () => {
    const dir = at.emptyRepository();
    for (const name of ['a', 'b']) commitFile(dir, name, '1\n');
    commitFile(dir, '.mailmap', 'Bea <bea@example.com> <ann@example.com>\n');
    git(dir, 'config', 'uploadpack.allowFilter', 'true');
    const clone = join(at.folder, 'clone');
    git(at.folder, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${dir}`, clone);
    const source = await at.ingest(clone);
    expect(source.state.notes).toEqual([expect.stringContaining('partial clone')]);
    expect(await at.store.rows('SELECT name, additions, "filesAdded" FROM "Commit" ORDER BY name')).toEqual([
      { name: 'Write .mailmap', additions: null, filesAdded: ['.mailmap'] },
      { name: 'Write a', additions: null, filesAdded: ['a'] },
      { name: 'Write b', additions: null, filesAdded: ['b'] },
    ]);
    expect(await at.store.rows('SELECT name FROM "Person"')).toEqual([{ name: 'Ann' }]);
  });

  it('a damaged one gives all that can be read and names what cannot, also after it is read again', async () => {
    const dir = at.emptyRepository();
    for (const name of ['a', 'b', 'c']) commitFile(dir, name, `${name}\n`);
    const blob = git(dir, 'rev-parse', 'HEAD:b');
    rmSync(join(dir, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
    const source = await at.ingest(dir);
    const sha = git(dir, 'rev-parse', 'HEAD~1').slice(0, 10);
    const notes = [`The changes of some commits cannot be read from this clone: ${sha}.`];
    expect(source.state.notes).toEqual(notes);
    expect(await at.store.rows('SELECT name, additions::INTEGER AS n FROM "Commit" ORDER BY name')).toEqual([
      { name: 'Write a', n: 1 },
      { name: 'Write b', n: null },
      { name: 'Write c', n: 1 },
    ]);
    const tree = git(dir, 'rev-parse', 'HEAD^{tree}');
    git(dir, 'update-ref', 'HEAD', git(dir, 'commit-tree', tree, '-p', 'HEAD', '-m', 'Another'));
    expect((await at.ingest(dir)).state.notes).toEqual(notes);
    git(dir, 'tag', 'v1');
    expect((await at.ingest(dir)).state.notes).toEqual(notes);
  });

  it('a bare one and a worktree are read; two in one org stay apart and share their commits', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    git(dir, 'worktree', 'add', '-q', join(at.folder, 'tree'));
    git(at.folder, 'clone', '-q', '--bare', dir, join(at.folder, 'bare.git'));
    await at.ingest(join(at.folder, 'tree'));
    await at.ingest(join(at.folder, 'bare.git'));
    expect(await at.count('"Commit"')).toBe(1);
    expect(await at.count('"SourceFile"')).toBe(2);
    expect(await at.count('"Repository"')).toBe(2);
    expect(await at.count('"Person"')).toBe(1);
  });

  it('one that says how its files are to be treated is heard', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a.dat', '1\n');
    commitFile(dir, 'b.txt', '1\n');
    commitFile(dir, '.gitattributes', '*.dat -diff\n');
    await at.ingest(dir);
    expect(
      await at.store
        .rows(`SELECT f.name, r.additions::INTEGER AS n FROM "Relation" r JOIN "SourceFile" f ON f.uuid = r."toUuid"
        WHERE relation = 'touches' ORDER BY 1`),
    ).toEqual([
      { name: '.gitattributes', n: 1 },
      { name: 'a.dat', n: null },
      { name: 'b.txt', n: 1 },
    ]);
  });

  it('one that runs programs by its configuration runs none of them', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, '.gitattributes', '*.txt diff=evil\n');
    commitFile(dir, 'a.txt', 'x\n');
    const trace = join(at.folder, 'ran');
    const program = `sh -c 'touch ${trace}; cat'`;
    for (const key of [
      'diff.external',
      'diff.evil.textconv',
      'diff.evil.command',
      'core.fsmonitor',
      'core.pager',
    ])
      git(dir, 'config', key, program);
    await at.ingest(dir);
    expect(await at.count('"Commit" WHERE "changedFiles" = 1')).toBe(2);
    expect(() => realpathSync(trace)).toThrow('ENOENT');
  });

  it('one that is removed later is an error that keeps what was read', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    await at.ingest(dir);
    rmSync(dir, { recursive: true });
    await expect(at.ingest(dir)).rejects.toThrow('There is no git repository');
    expect(await at.count('"Commit"')).toBe(1);
  });
});
