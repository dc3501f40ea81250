import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFixtureRepository } from '@cairn/acceptance';
import { ChangedFile, EntityDetail, EntityResolution, OrgId, phaseOf, Source } from '@cairn/contracts';
import { entityStoryContract } from '@cairn/contracts/story';
import { type TestTokens, silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from './app.ts';
import { CONNECTORS } from './sources/connectors.ts';
import { Jobs } from './sources/jobs.ts';
import { GraphStores } from './store/graph-stores.ts';

const acme = OrgId.parse('acme');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-graph-')));
const roots = join(folder, 'roots');
const repo = join(roots, 'weather');
const log = silentLog();
const connectors = CONNECTORS;
const stores = new GraphStores(join(folder, 'data'));
const jobs = new Jobs({ stores, log, connectors });
let tokens: TestTokens;
let app: ReturnType<typeof createApp>;
let source: Source;

async function call(path: string, body?: unknown, claims: object = { role: 'admin' }) {
  const answer = await app.request(`/api/acme/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: await tokens.headers(claims),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { data: unknown; error?: { code: string } },
  };
}

beforeAll(async () => {
  await makeFixtureRepository({ dir: repo, commits: 120, seed: 3 });
  tokens = await testTokens();
  app = createApp({ graphs: stores, jobs, connectors, verifier: tokens.verifier, log });
  await call('sources/allow-folder', { path: roots }, { role: 'admin', superuser: true });
  const created = await call('sources/create-source', { type: 'git', settings: { path: repo } });
  source = Source.parse(created.body.data);
  await jobs.idle(acme);
});
afterAll(async () => {
  await jobs.close();
  await stores.close();
  rmSync(folder, { recursive: true });
});

const commitNamed = async (where: string) => {
  const store = await stores.open(acme);
  const [row] = await store.rows<{ uuid: string; sha: string }>(
    `SELECT uuid, sha FROM "Commit" WHERE ${where} ORDER BY "committedAt" DESC, uuid LIMIT 1`,
  );
  if (!row) throw new Error(`no commit where ${where}`);
  return row;
};

describe('sources', () => {
  it('are read in a thread until every commit and its changes are in', async () => {
    const listed = await call('sources/list-sources', undefined, { role: 'viewer' });
    const [read] = Source.array().parse(listed.body.data);
    expect(read).toMatchObject({
      id: source.id,
      name: 'weather',
      status: 'active',
      progress: { state: 'done', current: 'diff' },
      error: null,
    });
    expect(read && phaseOf(read)).toMatchObject({ done: 120, total: 120, unit: 'commits' });
  });

  it('answer questions through the same service', async () => {
    const asked = await call('graph-search/group-bys', {
      select: ['Commit'],
      groupBys: [{ target: 'Person', attribute: 'name' }],
      aggregations: [{ target: 'Commit', attribute: 'uuid', reducer: 'count' }],
      format: 'json',
    });
    const rows = asked.body.data as Record<string, unknown>[];
    expect(rows.reduce((sum, row) => sum + Number(row['count(Commit.uuid)']), 0)).toBe(120);
    expect(rows.map((row) => row['Person.name'])).not.toContain('ada');
  });

  it('are the same source when the path is given twice or from a folder inside', async () => {
    const again = await call('sources/create-source', { type: 'git', settings: { path: join(repo, 'src') } });
    expect(Source.parse(again.body.data).id).toBe(source.id);
    await jobs.idle(acme);
    const listed = await call('sources/list-sources');
    expect(Source.array().parse(listed.body.data)).toHaveLength(1);
  });

  it('refuse a path outside the roots, by a link as well, and a folder without a repository', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await makeFixtureRepository({ dir: elsewhere, commits: 3 });
    symlinkSync(elsewhere, join(roots, 'way-out'));
    for (const path of [
      elsewhere,
      join(roots, 'way-out'),
      join(roots, '..', 'elsewhere'),
      '/nowhere',
      'weather',
      roots,
      '--upload-pack=x',
    ]) {
      const refused = await call('sources/create-source', { type: 'git', settings: { path } });
      expect([path, refused.status, refused.body.error?.code]).toEqual([path, 400, 'invalid_input']);
    }
  });

  it('are built again from what was kept, through the thread as well', async () => {
    const store = await stores.open(acme);
    await store.run(`UPDATE "Commit" SET name = 'spoilt'`);
    expect((await call('sources/renormalise', { id: source.id })).status).toBe(200);
    await jobs.idle(acme);
    const [row] = await store.rows<{ n: number; spoilt: number }>(
      `SELECT count(*)::INTEGER AS n, count(*) FILTER (name = 'spoilt')::INTEGER AS spoilt FROM "Commit"`,
    );
    expect(row).toEqual({ n: 120, spoilt: 0 });
  });

  it('wait from the moment that reading them again is asked for, until it is done', async () => {
    const asked = await call('sources/sync-source', { id: source.id });
    expect(Source.parse(asked.body.data)).toMatchObject({ status: 'ingesting', error: null });
    await jobs.idle(acme);
    const [read] = Source.array().parse((await call('sources/list-sources')).body.data);
    expect(read).toMatchObject({ status: 'active', progress: { state: 'done' } });
    expect(read && phaseOf(read)).toMatchObject({ done: 120, total: 120 });
    expect(Date.parse(read?.lastIngestedAt ?? '')).toBeGreaterThan(Date.parse(source.lastIngestedAt ?? '0'));
  });

  it('are removed with what was read of them, also while they are being read', async () => {
    const store = await stores.open(acme);
    const other = join(roots, 'other');
    await makeFixtureRepository({ dir: other, commits: 2_000, seed: 8 });
    const { id } = Source.parse(
      (await call('sources/create-source', { type: 'git', settings: { path: other } })).body.data,
    );
    const commits = async () =>
      (await store.rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM "Commit"'))[0]?.n;
    await vi.waitUntil(async () => (await commits()) !== 120, { timeout: 20_000, interval: 20 });
    const refused = await call('sources/remove-source', { id }, { role: 'user' });
    expect(refused.status).toBe(403);
    expect((await call('sources/remove-source', { id })).body.data).toEqual({ id });
    await jobs.idle(acme);
    expect(await commits()).toBe(120);
    const left = Source.array().parse((await call('sources/list-sources')).body.data);
    expect(left.map((each) => each.id)).toEqual([source.id]);
    expect((await call('sources/remove-source', { id })).status).toBe(404);
  });

  it('are for admins to add', async () => {
    const refused = await call(
      'sources/create-source',
      { type: 'git', settings: { path: repo } },
      { role: 'user' },
    );
    expect(refused.status).toBe(403);
  });

  it('are not found in another org', async () => {
    const refused = await call('sources/sync-source', { id: 'nobody' });
    expect(refused.status).toBe(404);
  });
});

describe('entities', () => {
  it('have properties and what they are related to', async () => {
    const { uuid, sha } = await commitNamed('"changedFiles" > 1');
    const { body } = await call('entity-detail', { entityUuid: uuid });
    const detail = EntityDetail.parse(body.data);
    expect(detail.labels).toEqual(['Commit']);
    expect(detail.properties).toMatchObject({ sha, isMerge: false, deleted: false, integration: 'git' });
    expect(detail.properties['additions']).toBeTypeOf('number');
    expect(detail.properties['committedAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
    const related = Object.fromEntries(detail.relations.map((relation) => [relation.name, relation]));
    expect(related['Repository']?.items).toEqual([
      expect.objectContaining({ name: 'weather', kind: 'Repository' }),
    ]);
    expect(related['SourceFile']?.total).toBe(detail.properties['changedFiles']);
    expect(related['Parent']?.total).toBe(1);
    expect(related['PullRequest']).toBeUndefined();
  });

  it('are what an event of them leads to, under their own id', async () => {
    const store = await stores.open(acme);
    const [event] = await store.rows<{ uuid: string; about: string }>(
      `SELECT uuid, "entityUuid" AS about FROM "Event" WHERE "entityType" = 'Commit'
       ORDER BY uuid LIMIT 1`,
    );
    const { body } = await call('entity-detail', { entityUuid: event?.uuid });
    expect(EntityDetail.parse(body.data)).toMatchObject({ uuid: event?.about, labels: ['Commit'] });
    const pagination = { page: 1, pageSize: 100 };
    const history = await call('entity-history', { entityUuid: event?.uuid, pagination });
    const told = entityStoryContract.entityHistory.output.parse(history.body).data;
    expect(told.map(({ uuid }) => uuid)).toContain(event?.uuid);
  });

  it('show at most twenty relatives and say how many there are', async () => {
    const store = await stores.open(acme);
    const [repository] = await store.rows<{ uuid: string }>('SELECT uuid FROM "Repository"');
    const { body } = await call('entity-detail', { entityUuid: repository?.uuid });
    const commits = EntityDetail.parse(body.data).relations.find(({ name }) => name === 'Commit');
    expect(commits?.total).toBe(120);
    expect(commits?.items).toHaveLength(20);
  });

  it('have their events, newest first, a page at a time', async () => {
    const store = await stores.open(acme);
    const [person] = await store.rows<{ uuid: string }>(
      `SELECT uuid FROM "Person" WHERE name = 'Ada Okafor'`,
    );
    const { body } = await call('entity-history', {
      entityUuid: person?.uuid,
      pagination: { page: 2, pageSize: 3 },
    });
    const history = entityStoryContract.entityHistory.output.parse(body);
    expect(history.data).toHaveLength(3);
    expect(history.meta.total).toBeGreaterThan(10);
    const moments = history.data.map(({ occurredat }) => occurredat);
    expect(moments).toEqual(moments.toSorted().toReversed());
    expect(history.data[0]?.actor).toMatchObject({ uuid: person?.uuid, name: 'Ada Okafor', isbot: false });
  });

  it('are not found when the org has none of this id', async () => {
    const missing = '00000000-0000-4000-8000-000000000000';
    for (const path of ['entity-detail', 'entity-diff', 'entity-history'])
      expect((await call(path, { entityUuid: missing })).body.error?.code).toBe('not_found');
  });
});

describe('the diff of a commit', () => {
  it('is what git says', async () => {
    const { uuid, sha } = await commitNamed('"totalFilesModified" = 1 AND "changedFiles" = 1');
    const { body } = await call('entity-diff', { entityUuid: uuid });
    const [file] = ChangedFile.array().parse(body.data);
    const patch = execFileSync('git', ['-C', repo, 'diff-tree', '-p', '--no-commit-id', sha], {
      encoding: 'utf8',
    });
    expect(file).toMatchObject({ change: 'modified', patch, reason: null });
  });

  it('of a merge is what it brought to its first parent', async () => {
    const { uuid, sha } = await commitNamed('"isMerge"');
    const { body } = await call('entity-diff', { entityUuid: uuid });
    const names = execFileSync('git', ['-C', repo, 'diff', '--name-only', `${sha}^1`, sha], {
      encoding: 'utf8',
    });
    expect(
      ChangedFile.array()
        .parse(body.data)
        .map(({ path }) => path),
    ).toEqual(names.trim().split('\n'));
  });

  it('says so when the repository is gone', async () => {
    const { uuid } = await commitNamed('"isMerge"');
    renameSync(repo, `${repo}-moved`);
    const { status, body } = await call('entity-diff', { entityUuid: uuid });
    renameSync(`${repo}-moved`, repo);
    expect([status, body.error?.code]).toEqual([503, 'source_unavailable']);
  });
});

describe('an entity that had another uuid before', () => {
  const former = '11111111-1111-5111-8111-111111111111';
  let current = '';
  beforeAll(async () => {
    current = (await commitNamed('NOT deleted')).uuid;
    await (await stores.open(acme)).run(`INSERT INTO "FormerUuid" VALUES ('${former}', '${current}')`);
  });

  it.each(['entity-detail', 'entity-history', 'entity-diff', 'resolution/show'])(
    'is found by it: %s',
    async (route) => {
      const [one, other] = [
        await call(route, { entityUuid: former }),
        await call(route, { entityUuid: current }),
      ];
      expect(one.status).toBe(200);
      expect(one.body).toEqual(other.body);
    },
  );

  it.each([
    ['entities', { select: ['Commit'], format: 'json' }, 1],
    [
      'group-bys',
      { select: ['Commit'], groupBys: [{ target: 'Commit', attribute: 'sha' }], format: 'json' },
      1,
    ],
    ['facet-options', { select: ['Commit'], target: 'Commit', attribute: 'sha' }, 1],
  ])('is found by it in filters: %s', async (route, query, rows) => {
    const filtered = (uuid: string) => [
      { any: [{ target: 'Commit', attribute: 'uuid', comparison: { IN: [uuid.toUpperCase()] } }] },
    ];
    const one = await call(`graph-search/${route}`, { ...query, filters: filtered(former) });
    expect(one.status).toBe(200);
    const data = one.body.data;
    expect(data).toHaveLength(rows);
    const other = await call(`graph-search/${route}`, { ...query, filters: filtered(current) });
    expect(data).toEqual(other.body.data);
  });

  it('tells which sources know it, since when, and what it was called', async () => {
    const { body } = await call('resolution/show', { entityUuid: former });
    expect(EntityResolution.parse(body.data)).toMatchObject({
      uuid: current,
      kind: 'Commit',
      former: [former],
      sources: [{ sourceId: source.id, name: source.name, type: 'git', deleted: false }],
      identities: [],
    });
    const store = await stores.open(acme);
    const [person] = await store.rows<{ uuid: string; email: string }>(
      'SELECT uuid, email FROM "Person" WHERE NOT deleted ORDER BY email LIMIT 1',
    );
    const told = await call('resolution/show', { entityUuid: person?.uuid });
    const { identities } = EntityResolution.parse(told.body.data);
    expect(identities.some(({ emails }) => emails.includes(person?.email ?? ''))).toBe(true);
    expect((await call('resolution/show', { entityUuid: former.replace('1', '2') })).status).toBe(404);
  });
});
