import { OrgId } from '@cairn/contracts';
import { KINDS } from '@cairn/entities';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitFixture, commitFile, git } from '../../test/git-fixture.ts';
import { SITES, plantedForge, plantedJira } from '../../test/planted-sites.ts';
import { searchEntities } from '../entity-search/search-entities.ts';
import { resolutionOf } from '../entity/resolution.ts';
import { writerOf } from '../store/graph-writer.ts';
import { NEW_SOURCE, addSource, readSources } from '../store/source-row.ts';
import { connectorOf } from './connector.ts';
import { gitConnector } from './git/connector.ts';
import { removalStatements } from './remove-source.ts';
import { type SourceTask, runTask } from './run-task.ts';

const at = new GitFixture();
const connectors = [gitConnector, plantedJira, plantedForge];
const acme = OrgId.parse('acme');

const NORTH = 'https://north.atlassian.example';
const SOUTH = 'https://south.atlassian.example';
const issue = (id: string, key: string, title: string) => ({ id, key, title });
const ENGINE = 'github.com/ada/engine';
const TWIN = 'github.com/grace/engine';
beforeEach(() => {
  SITES.set(NORTH, {
    project: { id: '1', key: 'CAT' },
    issues: [issue('7', 'CAT-1', 'Parser loops'), issue('8', 'CAT-2', 'Crash')],
  });
  SITES.set(SOUTH, {
    project: { id: '1', key: 'CAT' },
    issues: [issue('7', 'CAT-1', 'Invoice is late')],
  });
  for (const owner of ['ada', 'grace'])
    SITES.set(`github.com/${owner}/engine`, {
      remote: `https://github.com/${owner}/Engine.git`,
      commits: [],
      pulls: [{ id: `PR_${owner}`, number: 1, title: `First of ${owner}` }],
    });
});
afterEach(() => SITES.clear());

async function run(sourceId: string, kind: SourceTask['kind'] = 'ingest'): Promise<void> {
  const { signal } = new AbortController();
  const context = { connectors, writer: writerOf(at.store), secrets: {}, signal };
  await runTask({ orgId: acme, sourceId, kind }, context);
  const source = (await readSources(at.store)).find(({ id }) => id === sourceId);
  expect(source?.state.error).toBeNull();
}

async function add(type: string, id: string, settings: Record<string, unknown> = { at: id }): Promise<void> {
  await addSource(at.store, { id, type, settings, name: id, state: NEW_SOURCE });
  await run(id);
}

/** Removes a source as the route does, and builds again what shared something with it. */
async function remove(id: string): Promise<void> {
  const source = (await readSources(at.store)).find((each) => each.id === id);
  const connector = source && connectorOf(connectors, source.type);
  if (source) await writerOf(at.store).commit(removalStatements(connector, { orgId: acme, source }));
  for (const { id: other, state } of await readSources(at.store))
    if (state.outdated) await run(other, 'renormalise');
}

const READ_AT = new Set(['firstObservedAt', 'observedAt', 'firstSeen', 'lastSeen', 'linkedAt']);

/** Every row, but for when it was read. */
async function everything(): Promise<string[]> {
  const found: string[] = [];
  for (const table of [...KINDS.map(({ name }) => name), 'Relation', 'SourceRecord']) {
    const rows = await at.store.rows<Record<string, unknown>>(`SELECT * FROM "${table}"`);
    const plain = rows.map((row) => Object.entries(row).filter(([name]) => !READ_AT.has(name)));
    found.push(...plain.map((row) => `${table} ${JSON.stringify(row)}`));
  }
  return found.toSorted();
}

const issues = () =>
  at.store.rows(`SELECT i."issueKey" AS key, i.name, p.name AS project FROM "Issue" i
    JOIN "Project" p ON p.uuid = i."projectUuid" ORDER BY 2`);
const sourcesOf = async (kind: string) => {
  const things = await at.store.rows<{ uuid: string }>(
    `SELECT uuid::VARCHAR AS uuid FROM "${kind}" ORDER BY name`,
  );
  const known = await Promise.all(things.map(({ uuid }) => resolutionOf(at.store, uuid)));
  return known.map(({ sources }) => sources.map(({ sourceId }) => sourceId).toSorted());
};

describe('two sites of one tool with equal keys', () => {
  beforeEach(async () => {
    await add('planted-jira', NORTH);
    await add('planted-jira', SOUTH);
  });

  it('never mix: each issue is its own, known by its own site, and both are found by the key', async () => {
    expect(await issues()).toEqual([
      { key: 'CAT-2', name: 'Crash', project: 'CAT' },
      { key: 'CAT-1', name: 'Invoice is late', project: 'CAT' },
      { key: 'CAT-1', name: 'Parser loops', project: 'CAT' },
    ]);
    expect(await at.count('"Project"')).toBe(2);
    expect(await sourcesOf('Issue')).toEqual([[NORTH], [SOUTH], [NORTH]]);
    const { data } = await searchEntities(at.store, { term: 'CAT-1', page: 1, pageSize: 9 });
    expect(data.map(({ name, exact }) => [name, exact])).toEqual([
      ['Parser loops', true],
      ['Invoice is late', true],
    ]);
  });

  it('leave the other as it was when one is removed, read on, or built again', async () => {
    const both = await everything();
    await run(NORTH, 'renormalise');
    expect(await everything()).toEqual(both);
    const changed = { project: { id: '1', key: 'CAT' }, issues: [issue('7', 'CAT-1', 'Parser halts')] };
    SITES.set(NORTH, changed);
    await run(NORTH);
    const south = (rows: readonly string[]) =>
      rows.filter((row) => row.includes('Invoice') || row.includes(SOUTH));
    expect(south(await everything())).toEqual(south(both));
    expect(await issues()).toContainEqual({ key: 'CAT-1', name: 'Parser halts', project: 'CAT' });
    await remove(NORTH);
    const alone = await everything();
    expect(south(alone)).toEqual(south(both));
    expect(await sourcesOf('Issue')).toEqual([[SOUTH]]);
    expect([await at.count('"Project"'), await at.count('"Event"')]).toEqual([1, 1]);
    await remove(SOUTH);
    expect(await everything()).toEqual([]);
  });
});

describe('repositories of one name in two organizations', () => {
  it('never mix, and neither do their pull requests of one number', async () => {
    await add('planted-forge', ENGINE);
    await add('planted-forge', TWIN);
    const named = `SELECT r."fullName" AS repository, p.name FROM "PullRequest" p
      JOIN "Repository" r ON r.uuid = p."repositoryUuid" WHERE p.number = 1 ORDER BY 1`;
    expect(await at.store.rows(named)).toEqual([
      { repository: 'ada/engine', name: 'First of ada' },
      { repository: 'grace/engine', name: 'First of grace' },
    ]);
    expect(await sourcesOf('Repository')).toEqual([[ENGINE], [TWIN]]);
    await remove(ENGINE);
    expect(await at.store.rows(named)).toEqual([{ repository: 'grace/engine', name: 'First of grace' }]);
  });
});

describe('a repository that git and a forge read', () => {
  it('is one where they disagree, and stays as the other knows it when one goes', async () => {
    const dir = at.emptyRepository('engine');
    git(dir, 'remote', 'add', 'origin', 'git@github.com:Ada/engine.git');
    const sha = commitFile(dir, 'a.ts', '1\n', 'Write a');
    const pulls = [{ id: 'PR_ada', number: 1, title: 'First of ada' }];
    SITES.set(ENGINE, {
      remote: `https://${ENGINE}`,
      commits: [{ sha, message: 'As the forge says' }],
      pulls,
    });
    await add('git', 'clone', { path: dir });
    const cloneAlone = await everything();
    await add('planted-forge', ENGINE);
    expect([await at.count('"Repository"'), await at.count('"Commit"')]).toEqual([1, 1]);
    expect(await sourcesOf('Repository')).toEqual([['clone', ENGINE]]);
    expect(await sourcesOf('Commit')).toEqual([['clone', ENGINE]]);
    expect(await sourcesOf('PullRequest')).toEqual([[ENGINE]]);
    // Who came first is believed; what the other says is kept for when it is alone.
    expect(await at.store.rows('SELECT name FROM "Commit"')).toEqual([{ name: 'Write a' }]);
    expect(await at.count('"SourceFile"')).toBe(1);
    await remove(ENGINE);
    expect(await everything()).toEqual(cloneAlone);
    await add('planted-forge', ENGINE);
    await remove('clone');
    expect(await at.count('"SourceFile"')).toBe(0);
    expect(await at.store.rows('SELECT sha, name, integration FROM "Commit"')).toEqual([
      { sha, name: 'As the forge says', integration: 'github' },
    ]);
    expect(await sourcesOf('Commit')).toEqual([[ENGINE]]);
  });
});
