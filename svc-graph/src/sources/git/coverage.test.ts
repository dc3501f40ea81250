import { describe, expect, it } from 'vitest';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';

const at = new GitFixture();

/** A mirror of a forge: a request, and the merge by which the forge tries it. */
function mirror(): string {
  const dir = at.emptyRepository();
  commitFile(dir, 'a', '1');
  git(dir, 'tag', 'v1');
  git(dir, 'checkout', '-q', '-b', 'topic');
  const head = commitFile(dir, 'b', '1');
  git(dir, 'checkout', '-q', 'main');
  commitFile(dir, 'c', '1');
  git(dir, 'checkout', '-q', '--detach');
  git(dir, 'merge', '-q', '--no-ff', '-m', `Merge ${head} into main`, head);
  for (const ref of ['refs/pull/7/merge', 'refs/remotes/origin/pr/7/merge', 'refs/merge-requests/7/merge'])
    git(dir, 'update-ref', ref, 'HEAD');
  git(dir, 'update-ref', 'refs/pull/7/head', head);
  git(dir, 'checkout', '-q', 'main');
  git(dir, 'branch', '-q', '-D', 'topic');
  return dir;
}

describe('which commits of a repository are read', () => {
  it('leaves out the merges by which forges try requests, and keeps the commits of the requests', async () => {
    await at.ingest(mirror());
    const names = await at.store.rows<{ name: string }>('SELECT name FROM "Commit" ORDER BY name');
    expect(names.map(({ name }) => name)).toEqual(['Write a', 'Write b', 'Write c']);
    expect(await at.store.rows('SELECT name FROM "Branch"')).toEqual([{ name: 'main' }]);
  });

  it('says which refs were read', async () => {
    const { state } = await at.ingest(mirror());
    expect(state.coverage).toBe(
      'Commits are read from 1 branch, 1 tag, and 1 pull or merge request. Commits of requests that are on no branch count too.',
    );
  });

  it('says nothing of a repository without refs, and counts a local and a remote branch of one name once', async () => {
    const dir = at.emptyRepository();
    expect((await at.ingest(dir)).state.coverage).toBeUndefined();
    commitFile(dir, 'a', '1');
    git(dir, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect((await at.ingest(dir)).state.coverage).toBe('Commits are read from 1 branch.');
  });

  it('sees requests that move, and a default branch that changes while nothing else does', async () => {
    const dir = mirror();
    await at.ingest(dir);
    git(dir, 'checkout', '-q', '--detach', 'refs/pull/7/head');
    const moved = commitFile(dir, 'd', '1');
    git(dir, 'checkout', '-q', 'main');
    git(dir, 'update-ref', 'refs/pull/7/head', moved);
    await at.ingest(dir);
    expect(await at.count(`"Commit" WHERE name = 'Write d' AND NOT deleted`)).toBe(1);
    const defaults = () => at.store.rows(`SELECT name FROM "Branch" WHERE status = 'default'`);
    git(dir, 'update-ref', 'refs/remotes/origin/main', 'main');
    git(dir, 'update-ref', 'refs/remotes/origin/next', 'main');
    git(dir, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    await at.ingest(dir);
    expect(await defaults()).toEqual([{ name: 'main' }]);
    git(dir, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/next');
    await at.ingest(dir);
    expect(await defaults()).toEqual([{ name: 'next' }]);
  });

  it('takes out a test merge that it has read, once nothing else reaches it', async () => {
    const dir = mirror();
    git(dir, 'update-ref', 'refs/heads/kept', 'refs/pull/7/merge');
    const source = await at.ingest(dir);
    expect(await at.count('"Commit" WHERE NOT deleted')).toBe(4);
    git(dir, 'update-ref', '-d', 'refs/heads/kept');
    expect((await at.ingest(dir)).state.cursor).not.toEqual(source.state.cursor);
    expect(await at.count('"Commit" WHERE NOT deleted')).toBe(3);
  });
});
