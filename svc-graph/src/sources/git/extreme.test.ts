import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';

const at = new GitFixture();
const isFull = process.env['CAIRN_TEST_FULL'] !== undefined;

/** Lines that are no mailmap, and some that nearly are one. */
const NONSENSE = [
  '',
  '# only a remark',
  'no address at all',
  '<>',
  '<> <>',
  '<ann@example.com',
  'ann@example.com>',
  'Somebody <> <ann@example.com>',
  'A <a@x> B <b@x> C <c@x>',
  `${'x'.repeat(70_000)} <long@example.com> <nobody@example.com>`,
  '\0\u0001\u202e <\u202e> <\u0007>',
  'Loop <one@example.com> <two@example.com>',
  'Loop <two@example.com> <one@example.com>',
].join('\n');

const people = () =>
  at.store.rows<{ name: string; email: string }>(
    `SELECT p.name, p.email FROM "Person" p WHERE NOT p.deleted AND p.uuid IN (SELECT "authorUuid" FROM "Commit") ORDER BY p.email`,
  );

describe('a repository beyond all measure', () => {
  it('with a mailmap of nonsense has the people whom git names', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    for (const email of ['one@example.com', 'two@example.com'])
      git(dir, 'commit', '-q', '--allow-empty', '-m', email, `--author=Loop <${email}>`);
    commitFile(dir, '.mailmap', NONSENSE);
    const { state } = await at.ingest(dir);
    expect(state).toMatchObject({ status: 'active', error: null });
    const named = git(dir, 'log', '--use-mailmap', '--format=%aN%x00%aE').split('\n');
    const expected = [...new Set(named)].map((line) => {
      const [name = '', email = ''] = line.split('\0');
      return { name, email: email.toLowerCase() };
    });
    expect(await people()).toEqual(expected.toSorted((left, right) => (left.email < right.email ? -1 : 1)));
  });

  it.runIf(isFull)(
    'with 50,000 tags has 50,000 releases, and reads one more',
    async () => {
      const dir = at.emptyRepository();
      const sha = commitFile(dir, 'a', '1');
      const tags = Array.from(
        { length: 50_000 },
        (_, index) => `create refs/tags/v${String(index)} ${sha}\n`,
      );
      execFileSync('git', ['-C', dir, 'update-ref', '--stdin'], { input: tags.join('') });
      await at.ingest(dir);
      expect(await at.count('"Release"')).toBe(50_000);
      expect(await at.count(`"Relation" WHERE relation = 'includes'`)).toBe(1);
      git(dir, 'tag', 'last');
      await at.ingest(dir);
      expect(await at.count('"Release" WHERE NOT deleted')).toBe(50_001);
    },
    300_000,
  );

  it.runIf(isFull)(
    'with a commit of 100,000 files has every one of them',
    async () => {
      const dir = at.emptyRepository();
      const files = Array.from(
        { length: 100_000 },
        (_, index) => `M 100644 :1 d${String(index % 100)}/f${String(index)}.txt\n`,
      );
      const who = 'Ann <ann@example.com> 1700000000 +0000';
      const stream = `blob\nmark :1\ndata 2\nx\n\ncommit refs/heads/main\ncommitter ${who}\ndata 5\nLarge\n${files.join('')}\n`;
      execFileSync('git', ['-C', dir, 'fast-import', '--quiet'], { input: stream });
      const { state } = await at.ingest(dir);
      expect(state).toMatchObject({ status: 'active', notes: [] });
      expect(await at.count('"SourceFile" WHERE NOT removed')).toBe(100_000);
      const [commit] = await at.store.rows(
        'SELECT additions::INTEGER AS lines, "changedFiles"::INTEGER AS files FROM "Commit"',
      );
      expect(commit).toEqual({ lines: 100_000, files: 100_000 });
      git(dir, 'reset', '-q', '--hard');
      git(dir, 'mv', 'd0', 'moved');
      git(dir, 'commit', '-q', '-m', 'Move a thousand');
      await at.ingest(dir);
      expect(await at.count(`"SourceFile" WHERE "formerPaths" IS NOT NULL`)).toBe(1_000);
    },
    300_000,
  );
});
