import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_OF_ALL, commitDiff } from './commit-diff.ts';

const dir = mkdtempSync(join(tmpdir(), 'cairn-diff-'));
const git = (...args: string[]) =>
  execFileSync('git', ['-C', dir, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    encoding: 'utf8',
  }).trim();

function commit(message: string): string {
  git('add', '-A');
  git('commit', '-q', '-m', message);
  return git('rev-parse', 'HEAD');
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${String(index)} of a long text\n`).join('');

beforeAll(() => {
  git('init', '-q', '-b', 'main');
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('the diff of a commit', () => {
  it('tells each kind of change apart, binary files and links among them', async () => {
    writeFileSync(join(dir, 'moved.txt'), lines(30));
    writeFileSync(join(dir, 'gone.txt'), 'gone\n');
    writeFileSync(join(dir, 'link'), 'a file\n');
    commit('Start');
    renameSync(join(dir, 'moved.txt'), join(dir, 'here now.txt'));
    unlinkSync(join(dir, 'gone.txt'));
    unlinkSync(join(dir, 'link'));
    symlinkSync('elsewhere', join(dir, 'link'));
    writeFileSync(join(dir, 'picture.png'), Buffer.from([0, 1, 2, 255]));
    writeFileSync(join(dir, 'z-new.txt'), 'diff --git a/x b/x\n');
    const { files, total } = await commitDiff(dir, commit('Change'));
    expect(total).toBe(5);
    const byPath = Object.fromEntries(files.map((file) => [file.path, file]));
    expect(byPath['here now.txt']).toMatchObject({
      change: 'renamed',
      previousPath: 'moved.txt',
      additions: 0,
      deletions: 0,
    });
    expect(byPath['gone.txt']).toMatchObject({ change: 'deleted', additions: 0, deletions: 1 });
    expect(byPath['link']?.patch?.match(/^diff --git/gm)).toHaveLength(2);
    expect(byPath['picture.png']).toMatchObject({ patch: null, additions: null, reason: 'A binary file.' });
    expect(byPath['z-new.txt']?.patch).toContain('+diff --git a/x b/x');
  });

  it('leaves out a file that is too long and says so, and keeps the others', async () => {
    writeFileSync(join(dir, 'a-long.txt'), lines(20_000));
    writeFileSync(join(dir, 'b-short.txt'), 'short\n');
    const { files } = await commitDiff(dir, commit('Long'));
    expect(files.map(({ path, patch, reason }) => [path, patch === null, reason])).toEqual([
      ['a-long.txt', true, 'Its diff is longer than 256 KB.'],
      ['b-short.txt', false, null],
    ]);
  });

  it('stops at 2 MB in all and says of each of the rest that it is left out', async () => {
    for (let index = 0; index < 16; index += 1)
      writeFileSync(join(dir, `many-${String(index)}.txt`), lines(7_000));
    const { files } = await commitDiff(dir, commit('Many'));
    const kept = files.filter(({ patch }) => patch !== null);
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.reduce((sum, { patch }) => sum + (patch?.length ?? 0), 0)).toBeLessThanOrEqual(MOST_OF_ALL);
    expect(new Set(files.slice(kept.length).map(({ reason }) => reason))).toEqual(
      new Set(['The diffs of this commit are longer than 2 MB; this one is left out.']),
    );
  });

  it('of the first commit is everything it added', async () => {
    const first = git('rev-list', '--max-parents=0', 'HEAD');
    const { files } = await commitDiff(dir, first);
    expect(files.map(({ change }) => change)).toEqual(['added', 'added', 'added']);
  });

  it('of a series is what its commits changed from before the first to the last', async () => {
    git('checkout', '-q', '-b', 'series');
    writeFileSync(join(dir, 'series.txt'), 'one\n');
    const first = commit('One');
    writeFileSync(join(dir, 'series.txt'), 'two\n');
    unlinkSync(join(dir, 'b-short.txt'));
    const last = commit('Two');
    const { files } = await commitDiff(dir, last, first);
    expect(files.map(({ path, change }) => [path, change])).toEqual([
      ['b-short.txt', 'deleted'],
      ['series.txt', 'added'],
    ]);
    expect(files[1]?.patch).toContain('+two');
    expect((await commitDiff(dir, first, first)).files.map(({ path }) => path)).toEqual(['series.txt']);
  });

  it('of a series that begins with the first commit is everything that is there', async () => {
    const first = git('rev-list', '--max-parents=0', 'HEAD');
    const { files } = await commitDiff(dir, 'HEAD~1', first);
    expect(new Set(files.map(({ change }) => change))).toEqual(new Set(['added']));
    expect(files.map(({ path }) => path)).toContain('series.txt');
  });

  it('is empty where a shallow clone lacks what was there before, and never all of its files', async () => {
    const clone = mkdtempSync(join(tmpdir(), 'cairn-shallow-'));
    try {
      for (const name of ['one.txt', 'two.txt']) {
        writeFileSync(join(dir, name), 'x\n');
        commit(`Add ${name}`);
      }
      execFileSync('git', ['clone', '-q', '--depth', '1', `file://${dir}`, clone]);
      expect(await commitDiff(clone, git('rev-parse', 'HEAD'))).toEqual({ files: [], total: 0 });
      const { files } = await commitDiff(dir, git('rev-parse', 'HEAD'));
      expect(files.map(({ path }) => path)).toEqual(['two.txt']);
      const first = git('rev-list', '--max-parents=0', 'HEAD');
      expect((await commitDiff(dir, first)).total).toBeGreaterThan(0);
    } finally {
      rmSync(clone, { recursive: true });
    }
  });
});
