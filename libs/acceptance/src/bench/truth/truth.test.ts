import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTrapRepository, rewriteHistory } from '../../../test/trap-repository.ts';
import { checkHistory } from './check.ts';
import { differenceOf } from './compare.ts';
import { readGitHistory } from './git-history.ts';
import { serveHistory } from './served-history.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-traps-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SEEDS = process.env['CAIRN_TEST_FULL'] ? [1, 2, 3, 4, 5, 6, 7, 8] : [1];

describe('figures of a generated history with every trap', { timeout: 900_000 }, () => {
  it.each(SEEDS)('are those of git, also after a forced push (%i)', async (seed) => {
    const dir = join(folder, String(seed));
    makeTrapRepository(dir, seed);
    const served = await serveHistory(dir);
    try {
      const first = await checkHistory(await readGitHistory(dir), served, { seed, pages: 2 });
      expect(first.differences).toEqual([]);
      expect(first.figures).toBeGreaterThanOrEqual(210);
      rewriteHistory(dir, seed);
      await served.readAgain();
      const second = await checkHistory(await readGitHistory(dir), served, { seed, pages: 2 });
      expect(second.differences).toEqual([]);
    } finally {
      await served.close();
    }
  });

  it('differ where a value does, where one is missing, and where one is there twice', () => {
    const expected = new Map([
      ['a', 1],
      ['b', 2],
    ]);
    const differs = (actual: [string, number][]) => differenceOf({ name: 'x', expected, actual })?.examples;
    expect(
      differs([
        ['a', 1],
        ['b', 2 + 1e-12],
      ]),
    ).toBeUndefined();
    expect(
      differs([
        ['a', 1],
        ['b', 3],
      ]),
    ).toEqual(['b: git 2, Cairn 3']);
    expect(differs([['a', 1]])).toEqual(['b: git 2, Cairn has none']);
    expect(
      differs([
        ['a', 1],
        ['b', 2],
        ['b', 2],
      ]),
    ).toEqual(['b: Cairn says it twice']);
    expect(
      differs([
        ['a', 1],
        ['b', 2],
        ['c', 2],
      ]),
    ).toEqual(['c: git has none, Cairn 2']);
  });
});
