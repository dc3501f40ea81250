import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';
import { type GraphWriter, writerOf } from '../../store/graph-writer.ts';
import { type SourceState, readSources } from '../../store/source-row.ts';
import { isoOf } from '../../entity/find.ts';
import { renormaliseGit } from './renormalise.ts';

const at = new GitFixture();

describe('what git says is what is stored', () => {
  it('of tags of tags, through as many as there are, and not of a tag that leads to no commit', async () => {
    const dir = at.emptyRepository();
    const first = commitFile(dir, 'a', '1');
    const second = commitFile(dir, 'a', '2');
    git(dir, 'tag', '-a', '-m', 'Inner', 'inner', first);
    git(dir, 'tag', '-a', '-m', 'Middle', 'middle', 'inner');
    git(dir, 'tag', '-a', '-m', 'Outer', 'outer', 'middle');
    git(dir, 'tag', '-a', '-m', 'Tree', 'tree', 'HEAD^{tree}');
    git(dir, 'tag', '-a', '-m', 'Tag of a tree', 'of-tree', 'tree');
    git(dir, 'tag', 'plain', second);
    await at.ingest(dir);
    expect(
      await at.store.rows(
        'SELECT r."tagName" AS tag, c.sha, r.body FROM "Release" r JOIN "Commit" c ON c.uuid = r."commitUuid" ORDER BY 1',
      ),
    ).toEqual([
      { tag: 'inner', sha: first, body: 'Inner' },
      { tag: 'middle', sha: first, body: 'Middle' },
      { tag: 'outer', sha: first, body: 'Outer' },
      { tag: 'plain', sha: second, body: null },
    ]);
  });

  it('of a subject, however long', async () => {
    const dir = at.emptyRepository();
    const subject = 'word '.repeat(400).trim();
    commitFile(dir, 'a', '1', `${subject}\n\nBody`);
    await at.ingest(dir);
    expect(await at.store.rows('SELECT name FROM "Commit"')).toEqual([{ name: subject }]);
    expect(await at.store.rows('SELECT name FROM "Event" WHERE "entityType" = \'Commit\'')).toEqual([
      { name: subject },
    ]);
  });

  it('of a subject among blanks: those before it stay, those behind it go, and a line of them ends it', async () => {
    const dir = at.emptyRepository();
    const tree = git(dir, 'write-tree');
    const subjects = [' \n  Two blanks first\n', 'On two\t \nlines\n \t\nBody', 'Ends with a tab\t'].map(
      (message, index) => {
        const who = 'Ann <ann@example.com> 1700000000 +0000';
        writeFileSync(join(dir, 'commit'), `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\n${message}`);
        const sha = git(dir, 'hash-object', '-t', 'commit', '-w', 'commit');
        git(dir, 'update-ref', `refs/heads/b${String(index)}`, sha);
        return execFileSync('git', ['-C', dir, 'log', '-1', '--format=%s', sha], { encoding: 'utf8' }).slice(
          0,
          -1,
        );
      },
    );
    expect(subjects).toEqual(['  Two blanks first', 'On two lines', 'Ends with a tab']);
    await at.ingest(dir);
    const names = await at.store.rows<{ name: string }>('SELECT name FROM "Commit"');
    expect(names.map(({ name }) => name).toSorted()).toEqual(subjects.toSorted());
  });

  it('of a merge, which renames nothing and adds nothing', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    git(dir, 'checkout', '-q', '-b', 'topic');
    commitFile(dir, 'b', '1');
    git(dir, 'checkout', '-q', 'main');
    git(dir, 'merge', '-q', '--no-ff', '-m', 'Merge', 'topic');
    await at.ingest(dir);
    const counts = [
      'changedFiles',
      'totalFilesAdded',
      'totalFilesModified',
      'totalFilesDeleted',
      'totalFilesRenamed',
    ];
    const [merge] = await at.store.rows(
      `SELECT ${counts.map((name) => `"${name}"::INTEGER AS "${name}"`).join(', ')} FROM "Commit" WHERE "isMerge"`,
    );
    expect(merge).toEqual(Object.fromEntries(counts.map((name) => [name, 0])));
  });

  it('of who wrote and who committed, each at their own time', async () => {
    const dir = at.emptyRepository();
    const asOther = ['-c', 'user.name=Oran', '-c', 'user.email=oran@example.com'];
    writeFileSync(join(dir, 'a'), '1');
    git(dir, 'add', 'a');
    const author = ['--author', 'Salvatore <salvatore@example.com>', '--date', '2020-05-08T10:00:00Z'];
    git(dir, ...asOther, 'commit', '-q', '-m', 'Add field', ...author);
    commitFile(dir, 'b', '1', 'Alone');
    await at.ingest(dir);
    const events = await at.store.rows<{ action: string; name: string; who: string; moment: string }>(
      `SELECT e.action, e.name, p.name AS who, e."occurredAt" AS moment FROM "Event" e JOIN "Person" p ON p.uuid = e."actorUuid"
       WHERE e."entityType" = 'Commit' ORDER BY e."occurredAt", e.name`,
    );
    expect(events.map(({ action, name, who }) => [who, action, name])).toEqual([
      ['Salvatore', 'authored', 'Add field'],
      ['Oran', 'committed', 'Add field'],
      ['Ann', 'committed', 'Alone'],
    ]);
    expect(isoOf(events[0]?.moment ?? '')).toBe('2020-05-08T10:00:00.000Z');
  });
});

it('two of one address are told apart only while a mailmap does so', async () => {
  const dir = at.emptyRepository();
  commitFile(dir, '.mailmap', 'Dana <dana@example.com> Dana <ann@example.com>\n');
  writeFileSync(join(dir, 'a'), '1');
  git(dir, 'add', 'a');
  git(dir, 'commit', '-q', '-m', 'Pair', '--author', 'Dana <ann@example.com>');
  await at.ingest(dir);
  expect(await at.count(`"Event" WHERE action = 'authored'`)).toBe(1);
  git(dir, 'rm', '-q', '.mailmap');
  git(dir, 'commit', '-q', '-m', 'Unmap');
  await at.ingest(dir);
  expect(await at.count(`"Event" WHERE action = 'authored'`)).toBe(0);
});

/** A history below a folder of another one, as `git subtree` merges it: no commit added its files there. */
function withSubtree(): { dir: string; merge: string } {
  const [dir, library] = [at.emptyRepository(), at.emptyRepository('library')];
  for (const path of ['x.c', 'y.c']) commitFile(library, path, '1\n');
  commitFile(dir, 'a', '1');
  git(dir, 'fetch', '-q', library, 'main');
  git(dir, 'merge', '-q', '-s', 'ours', '--no-commit', '--allow-unrelated-histories', 'FETCH_HEAD');
  mkdirSync(join(dir, 'deps'));
  git(dir, 'read-tree', '--prefix=deps/', '-u', 'FETCH_HEAD');
  git(dir, 'commit', '-q', '--date', '2031-02-03T04:05:06Z', '-m', 'Merge library');
  return { dir, merge: git(dir, 'log', '-1', '--format=%ct') };
}

describe('a file that only a merge brought', () => {
  const dates = async () =>
    (
      await at.store.rows<{ path: string; first: string | null; last: string | null }>(
        `SELECT path, epoch("createdAt")::BIGINT::VARCHAR AS first, epoch("updatedAt")::BIGINT::VARCHAR AS last
         FROM "SourceFile" WHERE path LIKE 'deps/%' ORDER BY path`,
      )
    ).map(({ path, first, last }) => [path, first, last]);

  it('has the date of that merge, which it keeps when its payloads are normalised again', async () => {
    const { dir, merge } = withSubtree();
    const source = await at.ingest(dir);
    const expected = ['deps/x.c', 'deps/y.c'].map((path) => [path, merge, merge]);
    expect(await dates()).toEqual(expected);
    const { signal } = new AbortController();
    await renormaliseGit({ writer: writerOf(at.store), orgId: 'acme', source, signal });
    expect(await dates()).toEqual(expected);
    await at.ingest(dir);
    expect(await dates()).toEqual(expected);
  });

  it('is looked for in a step that says how many merges are read of all', async () => {
    const { dir } = withSubtree();
    const told: SourceState['progress'][] = [];
    const writer = writerOf(at.store);
    const commit: GraphWriter['commit'] = async (steps) => {
      await writer.commit(steps);
      const [source] = await readSources(at.store);
      if (source) told.push(source.state.progress);
    };
    const source = await at.ingest(dir, { ...writer, commit });
    expect(told.map(({ current }) => current)).toContain('merges');
    const during = told.find(({ current }) => current === 'merges');
    expect(during?.counts['merges']).toMatchObject({ done: 0, total: 1, perSecond: null });
    const { current, counts } = source.state.progress;
    expect([current, counts['merges'], counts['diff']]).toMatchObject([
      'diff',
      { done: 1, total: 1 },
      { done: 4, total: 4 },
    ]);
  });

  it('was made by the merge also where a commit changed it since', async () => {
    const { dir, merge } = withSubtree();
    const changed = commitFile(dir, 'deps/x.c', '2\n');
    await at.ingest(dir);
    const [file] = await dates();
    expect(file).toEqual(['deps/x.c', merge, git(dir, 'log', '-1', '--format=%ct', changed)]);
  });
});

describe('what vanishes from a history', () => {
  it('takes its events, the dates it gave and the files it made along', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    commitFile(dir, 'only-then', '1', 'To be dropped');
    git(dir, 'tag', 'v1');
    await at.ingest(dir);
    git(dir, 'reset', '-q', '--hard', 'HEAD~1');
    git(dir, 'tag', '-f', 'v1');
    const source = await at.ingest(dir);
    const events = `"Event" WHERE action IN ('committed', 'released')`;
    expect(await at.count(events)).toBe(2);
    const files = () => at.store.rows('SELECT path FROM "SourceFile" WHERE NOT deleted');
    expect(await files()).toEqual([{ path: 'a' }]);
    const { signal } = new AbortController();
    await renormaliseGit({ writer: writerOf(at.store), orgId: 'acme', source, signal });
    expect(await at.count(events)).toBe(2);
    expect(await files()).toEqual([{ path: 'a' }]);
    git(dir, 'reset', '-q', '--hard', 'HEAD@{1}');
    await at.ingest(dir);
    expect(await at.count(events)).toBe(3);
    expect(await at.count('"SourceFile" WHERE NOT deleted')).toBe(2);
  });
});
