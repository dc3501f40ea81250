import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTrapRepository } from '../../../test/trap-repository.ts';
import { checkHistory } from './check.ts';
import { type GitHistory, readGitHistory } from './git-history.ts';
import { serveHistory } from './served-history.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-clones-'));
const whole = join(folder, 'whole');
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim();

beforeAll(() => {
  makeTrapRepository(whole, 3, 30);
  git('-C', whole, 'config', 'uploadpack.allowFilter', 'true');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The figures of all commits together; those of groups are compared on whole histories. */
const isFigureOfAll = (name: string) => !name.includes(' by ');

/** Compares what a clone tells of commits, refs and pages, and says what differs. */
async function differencesIn(dir: string): Promise<{ history: GitHistory; differences: unknown }> {
  const history = await readGitHistory(dir);
  const served = await serveHistory(dir);
  try {
    return {
      history,
      differences: (await checkHistory(history, served, { pages: 2, wants: isFigureOfAll })).differences,
    };
  } finally {
    await served.close();
  }
}

const toldIn = ({ commits }: GitHistory) => [...new Set(commits.map(({ told }) => told))].toSorted();

describe('figures are those of git, as far as a clone tells them,', { timeout: 400_000 }, () => {
  it('of a partial one, which has the names of files and no lines, and fetches none', async () => {
    const dir = join(folder, 'partial');
    git('clone', '-q', '--bare', '--filter=blob:none', `file://${whole}`, dir);
    const before = readdirSync(join(dir, 'objects', 'pack'));
    const { history, differences } = await differencesIn(dir);
    expect(differences).toEqual([]);
    expect(toldIn(history)).toEqual(['lines', 'names']);
    expect(readdirSync(join(dir, 'objects', 'pack'))).toEqual(before);
  });

  it('of a shallow one, which lacks what its oldest commits changed', async () => {
    const dir = join(folder, 'shallow');
    git('clone', '-q', '--bare', '--no-single-branch', '--depth', '4', `file://${whole}`, dir);
    const { history, differences } = await differencesIn(dir);
    expect(differences).toEqual([]);
    expect(toldIn(history)).toEqual(['lines', 'nothing']);
  });

  it('of one that lost a file, whose commits alone have no lines', async () => {
    const dir = join(folder, 'damaged');
    git('clone', '-q', '--bare', `file://${whole}`, dir);
    const pack = readdirSync(join(dir, 'objects', 'pack')).find((name) => name.endsWith('.pack')) ?? '';
    git('-C', dir, 'init', '-q', '--bare', join(folder, 'loose'));
    const loose = join(folder, 'loose');
    execFileSync('sh', [
      '-c',
      `git -C "${loose}" unpack-objects -q < "${join(dir, 'objects', 'pack', pack)}"`,
    ]);
    git('-C', loose, 'fetch', '-q', dir, '+refs/*:refs/*');
    const lost = git('-C', loose, 'rev-parse', 'main:.gitignore');
    rmSync(join(loose, 'objects', lost.slice(0, 2), lost.slice(2)));
    const { history, differences } = await differencesIn(loose);
    expect(differences).toEqual([]);
    expect(toldIn(history)).toEqual(['lines', 'nothing']);
  });
});
