import { describe, expect, it, vi } from 'vitest';
import { writerOf } from '../../store/graph-writer.ts';
import { readSources } from '../../store/source-row.ts';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';
import { removalStatements } from '../remove-source.ts';
import { gitConnector } from './connector.ts';

const at = new GitFixture();
async function remove(dir: string): Promise<void> {
  const source = (await readSources(at.store)).find(({ id }) => id === dir);
  if (!source) throw new Error(`there is no source ${dir}`);
  await writerOf(at.store).commit(removalStatements(gitConnector, { orgId: 'acme', source }));
}
const asBob = ['-c', 'user.name=Bob', '-c', 'user.email=bob@example.com'];
const commitAs = (dir: string, who: readonly string[], ...more: string[]) =>
  git(dir, ...who, 'commit', '-q', '--allow-empty', '-m', 'By hand', ...more);

function repositoryWithHistory(name: string): string {
  const dir = at.emptyRepository(name);
  commitFile(dir, 'a', `${name}\n2\n`);
  git(dir, 'checkout', '-q', '-b', 'topic');
  commitFile(dir, 'b', '1\n');
  git(dir, 'checkout', '-q', 'main');
  commitFile(dir, 'c', '1\n');
  git(dir, 'merge', '-q', '--no-ff', '-m', 'Merge topic', 'topic');
  // Who signs a release was active then, whatever they committed.
  vi.stubEnv('GIT_COMMITTER_DATE', '2030-01-02T03:04:05Z');
  git(dir, 'tag', '-a', 'v1.0.0', '-m', 'First');
  vi.unstubAllEnvs();
  return dir;
}

/** Every row that git fills, but for when it was last seen. */
async function everything(): Promise<Record<string, unknown>> {
  const seen: Record<string, string> = { Person: '"observedAt"', IdentityLink: '"linkedAt"' };
  const tables = ['Repository', 'Commit', 'SourceFile', 'Branch', 'Release', 'Event', 'Relation'];
  const all = [...tables, 'Person', 'Identity', 'IdentityLink', 'RawPayload', 'Source'];
  const rows: [string, unknown][] = [];
  for (const table of all) {
    const columns = seen[table] ? `* EXCLUDE (${seen[table]})` : '*';
    rows.push([table, await at.fingerprint(table, columns)]);
  }
  return Object.fromEntries(rows);
}

describe('a repository that is removed', () => {
  it('leaves the graph as if it had never been read', async () => {
    await at.ingest(repositoryWithHistory('stays'));
    const before = await everything();
    const version = await at.store.dataVersion();
    const dir = repositoryWithHistory('goes');
    commitAs(dir, [], '--date=2001-02-03T04:05:06Z');
    commitAs(dir, asBob);
    await at.ingest(dir);
    expect(await at.count('"Person"')).toBe(2);
    expect(await at.count('"Repository"')).toBe(2);
    await remove(dir);
    expect(await everything()).toEqual(before);
    expect(await at.store.dataVersion()).toBeGreaterThan(version + 1);
  });

  it('takes everything with it when it was the only one, and can be read anew', async () => {
    const dir = repositoryWithHistory('only');
    await at.ingest(dir);
    const commits = await at.fingerprint('Commit', 'uuid, name, additions');
    await remove(dir);
    expect(Object.values(await everything()).flat()).toEqual([]);
    await at.ingest(dir);
    expect(await at.fingerprint('Commit', 'uuid, name, additions')).toEqual(commits);
  });

  it('leaves the people who only signed releases or changed branches elsewhere', async () => {
    const stays = at.emptyRepository('stays');
    commitFile(stays, 'a', '1');
    git(stays, ...asBob, 'tag', '-a', 'v2.0.0', '-m', 'By Bob');
    const goes = at.emptyRepository('goes');
    commitAs(goes, asBob);
    await at.ingest(stays);
    await at.ingest(goes);
    await remove(goes);
    expect(await at.store.rows('SELECT name FROM "Person" ORDER BY name')).toEqual([
      { name: 'Ann' },
      { name: 'Bob' },
    ]);
  });
});
