import { OrgId } from '@cairn/contracts';
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';
import { runs } from '../../../test/runs.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { OrgCatalogues } from '../../store/org-catalogues.ts';
import { readSources } from '../../store/source-row.ts';
import { removalStatements } from '../remove-source.ts';
import { gitConnector } from './connector.ts';
import { renormaliseGit } from './renormalise.ts';

const at = new GitFixture();
afterEach(() => void vi.unstubAllEnvs());

async function renormalise(id: string): Promise<void> {
  const { signal } = new AbortController();
  const source = (await readSources(at.store)).find((each) => each.id === id);
  if (source) await renormaliseGit({ writer: writerOf(at.store), orgId: 'acme', source, signal });
}

async function rebuildOutdated(): Promise<void> {
  for (const source of await readSources(at.store))
    if (source.state.outdated) {
      await renormalise(source.id);
      await at.ingest(source.id);
    }
}

/** Removes a source as the route does, and builds again what shared something with it. */
async function remove(id: string): Promise<void> {
  const source = (await readSources(at.store)).find((each) => each.id === id);
  if (!source) throw new Error(`there is no source ${id}`);
  await writerOf(at.store).commit(removalStatements(gitConnector, { orgId: 'acme', source }));
  await rebuildOutdated();
}

async function repositoriesOfCommits() {
  const catalogues = new OrgCatalogues({ open: async () => at.store });
  return (await catalogues.of(OrgId.parse('acme'))).relation('Commit', 'Repository');
}

/** Columns that tell when something was read. */
const READ_AT = new Set(['firstObservedAt', 'observedAt', 'firstSeen', 'lastSeen', 'linkedAt', 'receivedAt']);
const OF_CODE = ['Repository', 'Commit', 'SourceFile', 'Branch', 'Release', 'Event', 'Relation'];
const TABLES = [...OF_CODE, 'Person', 'Identity', 'IdentityLink', 'SourceRecord', 'FormerUuid'];
const ALL = [...TABLES, 'RawPayload', 'Source'];

/** Every row of git, but for when it was read; payloads stay as they are. */
async function everything(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const rows = await at.store.rows<Record<string, unknown>>(`SELECT * FROM "${table}"`);
    const kept = rows.map((row) =>
      JSON.stringify(Object.entries(row).filter(([name]) => !READ_AT.has(name))),
    );
    if (kept.length > 0) found[table] = kept.toSorted();
  }
  return found;
}

/** Commits, branches and tags that one of two repositories has beyond the common history. */
const more = fc.record({
  commits: fc.integer({ min: 0, max: 2 }),
  branch: fc.boolean(),
  tag: fc.constantFrom(undefined, 'HEAD', 'HEAD~1'),
});
const pair = fc.record({
  isClone: fc.boolean(),
  common: fc.integer({ min: 2, max: 3 }),
  one: more,
  other: more,
});

type More = typeof more extends fc.Arbitrary<infer Value> ? Value : never;

function extend(dir: string, name: string, { commits, branch, tag }: More): void {
  if (branch) git(dir, 'checkout', '-q', '-b', `of-${name}`);
  for (let number = 0; number < commits; number += 1)
    commitFile(dir, `${name}${String(number)}`, `${String(number)}\n`, `Extend ${name} ${String(number)}`);
  if (tag) git(dir, 'tag', `v-${name}`, tag);
}

/** Two clones of one remote, or two repositories without one that begin alike. */
function overlapping({
  isClone,
  common,
  one,
  other,
}: typeof pair extends fc.Arbitrary<infer Value> ? Value : never) {
  for (const name of ['one', 'other']) rmSync(join(at.folder, name), { recursive: true, force: true });
  vi.stubEnv('GIT_AUTHOR_DATE', '2030-01-02T03:04:05Z');
  vi.stubEnv('GIT_COMMITTER_DATE', '2030-01-02T03:04:05Z');
  const dir = at.emptyRepository('one');
  for (let number = 0; number < common; number += 1) commitFile(dir, 'common', `${String(number)}\n`);
  const copy = join(at.folder, 'other');
  execFileSync('cp', ['-r', dir, copy]);
  if (isClone) {
    git(dir, 'remote', 'add', 'origin', 'git@git.example.com:ada/engine.git');
    git(copy, 'remote', 'add', 'origin', 'https://me:secret@GIT.example.com/ada/engine');
  }
  extend(dir, 'one', one);
  extend(copy, 'other', other);
  return { one: dir, other: copy };
}

describe('two sources that overlap', () => {
  it(
    'leave, when one of them is removed, what the other alone would have brought',
    { timeout: 400_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(pair, async (given) => {
          for (const table of ALL) await at.store.run(`DELETE FROM "${table}"`);
          const { one, other } = overlapping(given);
          await at.ingest(other);
          const alone = await everything();
          await remove(other);
          await at.ingest(one);
          await at.ingest(other);
          const both = await everything();
          await renormalise(one);
          await renormalise(other);
          expect(await everything()).toEqual(both);
          await remove(one);
          expect(await everything()).toEqual(alone);
          await remove(other);
          expect(await everything()).toEqual({});
        }),
        { numRuns: runs(16), endOnFailure: true },
      );
    },
  );

  it('are one repository with one set of commits where they are clones of one remote', async () => {
    const bare = { commits: 1, branch: true, tag: undefined };
    const { one, other } = overlapping({ isClone: true, common: 2, one: bare, other: bare });
    await at.ingest(one);
    await at.ingest(other);
    expect(await at.store.rows('SELECT "externalId" AS name FROM "Repository"')).toEqual([
      { name: 'git.example.com/ada/engine' },
    ]);
    expect(await at.count('"Commit"')).toBe(4);
    expect(await at.count('"Event" WHERE action = \'committed\'')).toBe(4);
    expect(await at.count('"SourceFile"')).toBe(3);
    const edges = `"Relation" GROUP BY relation, "fromUuid", "toUuid" HAVING count(*) > 1`;
    expect(await at.store.rows(`SELECT relation FROM ${edges}`)).toEqual([]);
    expect(await at.count('"SourceRecord" WHERE kind = \'Commit\'')).toBe(6);
    expect(await repositoriesOfCommits()).toMatchObject({ many: false, via: { kind: 'link' } });
  });

  it('stay two repositories where one began as the other, and what they share belongs to both', async () => {
    const bare = { commits: 1, branch: false, tag: undefined };
    const { one, other } = overlapping({ isClone: false, common: 2, one: bare, other: bare });
    await at.ingest(one);
    expect(await repositoriesOfCommits()).toMatchObject({ many: false });
    await at.ingest(other);
    expect(await repositoriesOfCommits()).toMatchObject({ many: true, via: { relation: 'inRepository' } });
    expect(await at.count('"Commit"')).toBe(4);
    const each = `SELECT r."fullName" AS name, count(*)::INTEGER AS commits FROM "Relation" e
      JOIN "Repository" r ON r.uuid = e."toUuid" WHERE e.relation = 'inRepository' GROUP BY 1 ORDER BY 1`;
    expect(await at.store.rows(each)).toEqual([
      { name: 'one', commits: 3 },
      { name: 'other', commits: 3 },
    ]);
    const files = `SELECT count(*)::INTEGER AS touched FROM "Relation" e JOIN "SourceFile" f ON f.uuid = e."toUuid"
      WHERE e.relation = 'touches' GROUP BY f."repositoryUuid"`;
    expect(await at.store.rows(files)).toEqual([{ touched: 3 }, { touched: 3 }]);
  });
});
