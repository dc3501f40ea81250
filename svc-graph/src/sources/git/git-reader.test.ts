import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';
import { GitReader, type More } from './git-reader.ts';
import { recordGit } from './git.ts';

const at = new GitFixture();
const OPTIONS = [
  'diff-tree',
  '--stdin',
  '--always',
  '-r',
  '-z',
  '--root',
  '--raw',
  '--abbrev=40',
  '--numstat',
];

function made(commits: number): { dir: string; shas: string[] } {
  const dir = at.emptyRepository();
  const shas = Array.from({ length: commits }, (_, index) =>
    commitFile(dir, `${String(index)}.txt`, `${'line\n'.repeat(index + 1)}`),
  );
  return { dir, shas };
}

async function readBy(dir: string, more: More, mostWritten?: number) {
  const told: string[] = [];
  const take = async (_: string, records: readonly { sha: string; files: readonly unknown[] }[]) => {
    for (const { sha, files } of records) told.push(`${sha} ${String(files.length)}`);
  };
  const left = await new GitReader(recordGit(dir, OPTIONS), take, mostWritten).read(more);
  return { told, left };
}

describe('a git that is fed', () => {
  it('tells of all that it is given, in that order, while it is given more', async () => {
    const { dir, shas } = made(5);
    const waiting: number[] = [];
    let next = 0;
    const { told, left } = await readBy(dir, (pace) => {
      waiting.push(pace.waiting);
      // Each only when git has told of those before it but the last, which it may hold back.
      if (pace.waiting > 1) return [];
      next += 1;
      return next > shas.length ? undefined : shas.slice(next - 1, next);
    });
    expect(told).toEqual(shas.map((sha) => `${sha} 1`));
    expect(left).toEqual([]);
    expect(Math.max(...waiting)).toBe(2);
  });

  it('is given no more when it has written much', async () => {
    const { dir, shas } = made(4);
    const queue = [...shas];
    const more: More = ({ waiting }) => (waiting > 1 ? [] : queue.splice(0, 1));
    const { told, left } = await readBy(dir, more, 1);
    expect(told).toEqual(shas.slice(0, told.length).map((sha) => `${sha} 1`));
    expect(left).toEqual([]);
    expect(queue).toEqual(shas.slice(told.length));
    expect(queue.length).toBeGreaterThan(0);
  });

  it('leaves a commit that is not there', async () => {
    const { dir, shas } = made(3);
    const missing = 'd'.repeat(40);
    const [first = '', ...others] = shas;
    const portions = [[first, missing, ...others]];
    const { told, left } = await readBy(dir, () => portions.pop());
    expect(told).toEqual(shas.map((sha) => `${sha} 1`));
    expect(left).toEqual([missing]);
  });

  it('leaves the commit that it fails at and what comes after it', async () => {
    const { dir, shas } = made(4);
    const [first = '', , third = ''] = shas;
    const tree = git(dir, 'rev-parse', `${third}^{tree}`);
    rmSync(join(dir, '.git/objects', tree.slice(0, 2), tree.slice(2)));
    const portions = [shas];
    const { told, left } = await readBy(dir, () => portions.pop());
    expect(told[0]).toBe(`${first} 1`);
    expect(left).toContain(third);
    // The one before may be among them, since it could have been cut short.
    expect([...told, ...left.map((sha) => `${sha} 1`)]).toEqual(shas.map((sha) => `${sha} 1`));
  });
});
