import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NoRepositoryError, findRepository, readFacts } from './facts.ts';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';

const at = new GitFixture();

describe('what a repository is and where its names point', () => {
  it('tells what is checked out from the branch that counts as default', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    git(dir, 'checkout', '-q', '-b', 'topic');
    const topic = commitFile(dir, 'b', '1');
    const { names } = await readFacts(join(dir, '.git'));
    expect(names).toMatchObject({ head: topic, headBranch: 'main' });
    git(dir, 'branch', '-q', '-m', 'main', 'old');
    expect((await readFacts(dir)).names).toMatchObject({ head: topic, headBranch: 'topic' });
  });

  it('finds the commit that is checked out without a branch, and takes the latest branch', async () => {
    const dir = at.emptyRepository();
    const first = commitFile(dir, 'a', '1');
    commitFile(dir, 'b', '1');
    git(dir, 'checkout', '-q', '--detach', first);
    git(dir, 'branch', '-q', '-m', 'main', 'work');
    expect((await readFacts(dir)).names).toMatchObject({ head: first, headBranch: 'work' });
  });

  it('takes the branch that HEAD names though it has no commit, and knows that nothing is there', async () => {
    const dir = at.emptyRepository();
    git(dir, 'symbolic-ref', 'HEAD', 'refs/heads/trunk');
    const { names } = await readFacts(dir);
    const refs = { branches: [], tags: [] };
    expect(names).toEqual({ head: undefined, headBranch: 'trunk', goneBranch: null, refs });
  });

  it('follows the default branch of the remote', async () => {
    const origin = at.emptyRepository('origin');
    commitFile(origin, 'a', '1');
    git(origin, 'branch', '-q', '-m', 'main', 'develop');
    git(at.folder, 'clone', '-q', origin, 'clone');
    git(join(at.folder, 'clone'), 'checkout', '-q', '-b', 'main');
    const { names } = await readFacts(join(at.folder, 'clone', '.git'));
    expect(names.headBranch).toBe('develop');
    expect(names.refs.branches.map(({ name }) => name).toSorted()).toEqual(['develop', 'main']);
  });

  it('says which default branch is gone, and what stands in for it', async () => {
    const origin = at.emptyRepository('origin');
    commitFile(origin, 'a', '1');
    git(origin, 'branch', '-q', '-m', 'main', 'develop');
    git(origin, 'branch', '-q', 'next');
    git(at.folder, 'clone', '-q', '--no-local', origin, 'clone');
    const clone = join(at.folder, 'clone');
    git(clone, 'checkout', '-q', '-b', 'main');
    git(clone, 'branch', '-q', '-D', 'develop');
    git(clone, 'update-ref', '-d', 'refs/remotes/origin/develop');
    expect((await readFacts(clone)).names).toMatchObject({ headBranch: 'main', goneBranch: 'develop' });
    git(origin, 'checkout', '-q', 'next');
    commitFile(origin, 'b', '1');
    git(at.folder, 'clone', '-q', '--mirror', origin, 'mirror');
    const mirror = join(at.folder, 'mirror');
    git(mirror, 'update-ref', '-d', 'refs/heads/next');
    expect((await readFacts(mirror)).names).toMatchObject({ headBranch: 'develop', goneBranch: 'next' });
    const { state } = await at.ingest(mirror);
    expect(state.notes).toEqual(['The default branch “next” is gone; “develop” counts as the default one.']);
    expect(await at.store.rows(`SELECT name FROM "Branch" WHERE status = 'default'`)).toEqual([
      { name: 'develop' },
    ]);
  });

  it('is the same from a worktree, and nothing where no repository is', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    git(dir, 'worktree', 'add', '-q', join(at.folder, 'second'), '-b', 'second');
    const { facts } = await readFacts(join(dir, '.git'));
    const others = [dir, join(at.folder, 'second'), join(dir, '.git', 'worktrees', 'second')];
    for (const other of others)
      expect((await readFacts(other)).facts).toMatchObject({ gitDir: facts.gitDir, name: facts.name });
    await expect(readFacts(join(at.folder, 'nowhere'))).rejects.toThrow(NoRepositoryError);
    await expect(readFacts(at.folder)).rejects.toThrow(NoRepositoryError);
  });

  it('is found where git finds it: not in a folder that only looks like it, and in the one around that', async () => {
    const dir = at.emptyRepository();
    expect(await findRepository(dir)).toEqual({ gitDir: join(dir, '.git'), name: basename(dir) });
    const inner = join(dir, 'inner');
    for (const name of ['objects', 'refs']) mkdirSync(join(inner, '.git', name), { recursive: true });
    writeFileSync(join(inner, '.git', 'HEAD'), 'nothing\n');
    expect(await findRepository(inner)).toEqual(await findRepository(dir));
    writeFileSync(join(inner, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    expect(await findRepository(inner)).toEqual({ gitDir: join(inner, '.git'), name: 'inner' });
  });

  it('is called by its folder, and a bare one by its remote, since a folder of mirrors says nothing', async () => {
    const dir = join(at.folder, 'mirrors', 'repo');
    mkdirSync(dir, { recursive: true });
    git(dir, 'init', '-q', '--bare');
    expect((await findRepository(dir)).name).toBe('repo');
    for (const remote of [
      'https://forge.example/tools/vite.git',
      'git@forge.example:vite',
      '/src/vite/.git',
    ]) {
      git(dir, 'config', 'remote.origin.url', remote);
      expect((await findRepository(dir)).name).toBe('vite');
      expect((await readFacts(dir)).facts.name).toBe('vite');
    }
  });

  it('gives tags to whom the mailmap names, from the first reading on', async () => {
    const dir = at.emptyRepository();
    git(dir, 'config', 'user.name', 'Ann');
    commitFile(dir, '.mailmap', 'Ann Smith <ann@work.example> <ann@example.com>\n');
    git(dir, 'tag', '-a', 'v1', '-m', 'One');
    const { names } = await readFacts(dir);
    expect(names.refs.tags[0]?.tagger).toEqual({ name: 'Ann Smith', email: 'ann@work.example' });
    await at.ingest(dir);
    expect(
      await at.store.rows(
        `SELECT p.email, i."externalId" AS account FROM "Person" p JOIN "IdentityLink" l ON l."personUuid" = p.uuid
         JOIN "Identity" i ON i.uuid = l."identityUuid" WHERE NOT p.deleted`,
      ),
    ).toEqual([{ email: 'ann@work.example', account: 'Ann <ann@example.com>' }]);
  });
});
