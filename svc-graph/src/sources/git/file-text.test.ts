import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_OF_TEXT, fileText } from './file-text.ts';

const dir = mkdtempSync(join(tmpdir(), 'cairn-file-'));
const git = (author: string, ...args: string[]) =>
  execFileSync('git', ['-C', dir, '-c', `user.name=${author}`, '-c', 'user.email=a@example.com', ...args], {
    encoding: 'utf8',
  }).trim();
const write = (path: string, text: string | Buffer) => writeFileSync(join(dir, path), text);

function commit(author: string, message: string): string {
  git(author, 'add', '-A');
  git(author, 'commit', '-q', '-m', message);
  return git(author, 'rev-parse', 'HEAD');
}

let first: string;
let second: string;

beforeAll(() => {
  git('Ada', 'init', '-q', '-b', 'main');
  write('a.txt', 'one\ntwo\nthree\n');
  write('--odd [x].txt', 'odd\n');
  write('ä.txt', 'Grüße\n');
  first = commit('Ada', 'Start');
  write('a.txt', 'one\nTWO\nthree\n');
  write('picture.png', Buffer.from([0, 1, 2, 255]));
  write('long.txt', 'x'.repeat(MOST_OF_TEXT + 1));
  second = commit('Grace', 'Change');
});
afterAll(() => rmSync(dir, { recursive: true }));

const read = (path: string, sha = second, before = false, former: readonly string[] = []) =>
  fileText(dir, { sha, path, before, former });

describe('the text of a file', () => {
  it('has who last changed each run of lines', async () => {
    const { text, blame } = await read('a.txt');
    expect(text).toBe('one\nTWO\nthree\n');
    expect(blame.map(({ from, lines, sha, author }) => [from, lines, sha, author])).toEqual([
      [1, 1, first, 'Ada'],
      [2, 1, second, 'Grace'],
      [3, 1, first, 'Ada'],
    ]);
    expect(blame[0]?.at).toMatch(/^\d{4}-\d{2}-\d{2}T/);
  });

  it('is that of its commit, and of the commit before it', async () => {
    expect((await read('a.txt', first)).text).toBe('one\ntwo\nthree\n');
    const before = await read('a.txt', second, true);
    expect([before.text, before.blame]).toEqual(['one\ntwo\nthree\n', []]);
  });

  it('is found under a path that it had before', async () => {
    const found = await read('moved/a.txt', first, false, ['between.txt', 'a.txt']);
    expect([found.path, found.text, found.blame.length]).toEqual(['a.txt', 'one\ntwo\nthree\n', 1]);
    const missing = await read('moved/a.txt', first, false, ['between.txt']);
    expect([missing.path, missing.reason]).toEqual(['moved/a.txt', 'The file is not in this commit.']);
  });

  it.each([
    ['--odd [x].txt', 'odd\n'],
    ['ä.txt', 'Grüße\n'],
  ])('is found under any name: %s', async (path, text) => {
    expect((await read(path)).text).toBe(text);
  });

  it.each([
    ['gone.txt', 'The file is not in this commit.'],
    ['../../etc/passwd', 'The file is not in this commit.'],
    ['/etc/passwd', 'The file is not in this commit.'],
    ['.', 'The file is not in this commit.'],
    ['picture.png', 'A binary file, so there is no text to show.'],
    ['long.txt', 'The file is longer than 256 KB.'],
  ])('is left out with the reason: %s', async (path, reason) => {
    expect(await read(path)).toMatchObject({ text: null, reason, blame: [] });
  });

  it('before the first commit is not there', async () => {
    expect(await read('a.txt', first, true)).toMatchObject({
      text: null,
      reason: 'The file is not in this commit.',
    });
  });

  it('runs no program that the repository names', async () => {
    const mark = join(dir, '.git', 'ran');
    write('.gitattributes', '*.txt diff=harm filter=harm\n');
    git('Ada', 'config', 'diff.harm.textconv', `touch ${mark};cat`);
    git('Ada', 'config', 'filter.harm.smudge', `touch ${mark};cat`);
    const { blame } = await read('a.txt', commit('Ada', 'Harm'));
    expect(blame).toHaveLength(3);
    expect(existsSync(mark)).toBe(false);
  });
});
