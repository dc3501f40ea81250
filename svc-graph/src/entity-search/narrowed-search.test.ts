import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entitySearchContract, OrgId, type InputOf } from '@cairn/contracts';
import { serve, type ServiceApp } from '@cairn/service-kit';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityNameContract } from '@cairn/contracts/entity-names';
import { Admission } from '../query/engine/admission.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { entitySearchHandlers } from './routes.ts';
import { uuidOf as id } from '../../test/search-fixture.ts';

/** A Friday. */
const NOW = Date.parse('2026-05-08T12:00:00Z');

const STATEMENTS = [
  `INSERT INTO "Person" (uuid, deleted, name, email, "updatedAt") VALUES
    ('${id('ada')}', false, 'Ada Login', 'ada@one.example', TIMESTAMP '2026-05-08 09:00'),
    ('${id('bob')}', false, 'Bob', 'bob@one.example', TIMESTAMP '2025-01-01')`,
  `INSERT INTO "Team" (uuid, deleted, name) VALUES ('${id('core')}', false, 'Core'), ('${id('web')}', false, 'Login web')`,
  `INSERT INTO "Project" (uuid, deleted, name) VALUES ('${id('shop')}', false, 'Shop')`,
  `INSERT INTO "Repository" (uuid, deleted, name, "projectUuid", "updatedAt") VALUES
    ('${id('login-api')}', false, 'login-api', '${id('shop')}', TIMESTAMP '2026-05-07'),
    ('${id('docs')}', false, 'docs', NULL, TIMESTAMP '2026-05-07')`,
  `INSERT INTO "Issue" (uuid, deleted, name, "issueKey", "createdAt", "updatedAt", status, "statusCategory", "projectUuid", "currentAssigneeUuid", "createdByUuid") VALUES
    ('${id('i1')}', false, 'Login fails', 'SHOP-1', TIMESTAMP '2026-04-01', TIMESTAMP '2026-05-08 10:00', 'In Progress', 'inProgress', '${id('shop')}', NULL, '${id('ada')}'),
    ('${id('i2')}', false, 'Login is slow', 'SHOP-2', TIMESTAMP '2026-03-01', NULL, 'Done', 'done', '${id('shop')}', '${id('bob')}', '${id('ada')}')`,
  `INSERT INTO "Commit" (uuid, deleted, name, sha, "committedAt", "authorUuid", "repositoryUuid") VALUES
    ('${id('c1')}', false, 'Fix login', 'aaaa', TIMESTAMP '2026-05-05', '${id('ada')}', '${id('login-api')}'),
    ('${id('c2')}', false, 'Describe login', 'bbbb', TIMESTAMP '2024-05-05', '${id('bob')}', '${id('docs')}')`,
  `INSERT INTO "Relation" (relation, "fromUuid", "toUuid", until) VALUES
    ('memberOf', '${id('ada')}', '${id('core')}', NULL), ('memberOf', '${id('ada')}', '${id('core')}', NULL),
    ('memberOf', '${id('bob')}', '${id('core')}', TIMESTAMP '2026-01-01'), ('memberOf', '${id('bob')}', '${id('web')}', NULL),
    ('ownsRepository', '${id('core')}', '${id('login-api')}', NULL)`,
  `INSERT INTO "FormerUuid" (former, current) VALUES ('${id('old shop')}', '${id('shop')}')`,
];

let folder: string;
let stores: GraphStores;
let app: ServiceApp;
let headers: Record<string, string>;
let limited: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-narrowed-'));
  stores = new GraphStores(folder);
  const store = await stores.open(OrgId.parse('acme'));
  for (const statement of STATEMENTS) await store.run(statement);
  const tokens = await testTokens();
  headers = { ...(await tokens.headers()), 'content-type': 'application/json' };
  limited = {
    ...(await tokens.headers({ personMeasures: 'limited' })),
    'content-type': 'application/json',
  };
  const admission = new Admission({ inAll: 2, perOrg: 2, waitingPerOrg: 9, waitingInAll: 9 });
  const handlers = entitySearchHandlers({
    stores,
    admission,
    timeLimit: 20_000,
    now: () => NOW,
    audienceOf: (_, { personMeasures }) => Promise.resolve(personMeasures === 'limited' ? [] : null),
  });
  app = serve({ ...entitySearchContract, ...entityNameContract }, handlers, {
    name: 'svc-graph',
    log: silentLog(),
    verifier: tokens.verifier,
  });
});
afterAll(async () => {
  await stores.close();
  await rm(folder, { recursive: true });
});

type Search = Partial<InputOf<typeof entitySearchContract.searchEntities>>;
const ask = (path: string, body: object) =>
  app.request(`/api/acme/entity-search${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
async function found(search: Search = {}) {
  const answer = await ask('', { term: 'login', ...search });
  return entitySearchContract.searchEntities.output.parse(await answer.json());
}
const names = async (search: Search = {}) => (await found(search)).data.map(({ name }) => name);
async function choices(search: Search = {}) {
  const answer = await ask('/choices', { term: 'login', ...search });
  const { data } = entitySearchContract.countFound.output.parse(await answer.json());
  const said = (of: (typeof data)['kinds']) => of.map(({ label, count }) => `${label} ${String(count)}`);
  return {
    kinds: said(data.kinds),
    projects: said(data.projects),
    teams: said(data.teams),
    times: said(data.times),
  };
}

describe('a search', () => {
  it('tells status, time, people and place of what it finds, and leaves out what it does not know', async () => {
    const { data } = await found();
    expect(data.find(({ name }) => name === 'Login fails')).toEqual({
      uuid: id('i1'),
      kind: 'Issue',
      name: 'Login fails',
      hint: 'SHOP-1',
      exact: false,
      status: 'In Progress',
      statusCategory: 'inProgress',
      at: '2026-05-08T10:00:00.000Z',
      by: { uuid: id('ada'), name: 'Ada Login' },
      place: 'Shop',
    });
    expect(data.find(({ name }) => name === 'Login web')).toEqual({
      uuid: id('web'),
      kind: 'Team',
      name: 'Login web',
      hint: null,
      exact: false,
    });
    const api = data.find(({ kind }) => kind === 'Repository');
    expect([api?.name, api?.place]).toEqual(['login-api', 'Shop']);
  });

  it('is narrowed to a project with its repositories, to a repository, and to a team of now', async () => {
    expect(await names({ project: id('shop') as never })).toEqual([
      'login-api',
      'Login fails',
      'Login is slow',
      'Fix login',
    ]);
    expect(await names({ project: id('old shop') as never, kind: 'Commit' })).toEqual(['Fix login']);
    expect(await names({ project: id('docs') as never })).toEqual(['Describe login']);
    expect(await names({ team: id('core') as never })).toEqual([
      'login-api',
      'Login fails',
      'Ada Login',
      'Fix login',
    ]);
    expect(await names({ team: id('web') as never })).toEqual([
      'Login web',
      'Login is slow',
      'Describe login',
    ]);
    expect((await found({ team: id('nobody') as never })).meta).toMatchObject({ total: 0, counts: {} });
  });

  it('is narrowed to a time by the clock of the caller, and sorted by time', async () => {
    expect(await names({ when: 'P1D' })).toEqual(['Login fails', 'Ada Login']);
    expect(await names({ when: 'T1W' })).toEqual(['login-api', 'Login fails', 'Ada Login', 'Fix login']);
    expect((await found({ when: 'T1W', kind: 'Commit' })).meta).toMatchObject({
      total: 1,
      counts: { Commit: 1, Issue: 1 },
    });
    expect(await names({ order: 'newest' })).toEqual([
      'Login fails',
      'Ada Login',
      'login-api',
      'Fix login',
      'Login is slow',
      'Describe login',
      'Login web',
    ]);
    expect(await names({ order: 'newest', perKind: 1 })).toEqual([
      'Login fails',
      'Ada Login',
      'login-api',
      'Fix login',
      'Login web',
    ]);
  });

  it('says of nobody what they did where that is limited, also not by a team of few', async () => {
    const all = headers;
    headers = limited;
    try {
      const { data } = await found();
      expect(data.map(({ name }) => name)).toContain('Login fails');
      expect(data.flatMap(({ by }) => by ?? [])).toEqual([]);
      expect((await ask('', { term: 'login', team: id('core') })).status).toBe(403);
      expect((await ask('/choices', { term: 'login', team: id('core') })).status).toBe(403);
      expect((await choices()).teams).toEqual([]);
    } finally {
      headers = all;
    }
  });

  it('refuses filters that are none', async () => {
    for (const wrong of [
      { when: 'forever' },
      { project: `' OR 1=1 --` },
      { team: 'x' },
      { timezone: 'Mars/Base' },
    ])
      expect((await ask('', { term: 'login', ...wrong })).status, JSON.stringify(wrong)).toBe(400);
  });
});

describe('the choices of a search', () => {
  it('say what each would find, those with most finds first', async () => {
    expect(await choices()).toEqual({
      kinds: ['Commit 2', 'Issue 2', 'Person 1', 'Repository 1', 'Team 1'],
      projects: ['Shop 4', 'login-api 2', 'docs 1'],
      teams: ['Core 4', 'Login web 3'],
      times: ['P1Y 5', 'P90D 5', 'P30D 4', 'T1W 4', 'P1D 2'],
    });
  });

  it('count beside the other filters and not beside their own, as the search then answers', async () => {
    const narrowed = await choices({ kind: 'Commit', project: id('docs') as never });
    expect(narrowed).toEqual({
      kinds: ['Commit 1'],
      projects: ['Shop 1', 'docs 1', 'login-api 1'],
      teams: ['Login web 1'],
      times: [],
    });
    expect((await found({ kind: 'Commit', project: id('shop') as never })).meta.total).toBe(1);
  });

  it('keep what is chosen, also when it finds nothing', async () => {
    expect((await choices({ when: 'P1D', kind: 'Commit', team: id('web') as never })).teams).toEqual([
      'Login web 0',
    ]);
    expect(await choices({ term: 'nothing' })).toEqual({ kinds: [], projects: [], teams: [], times: [] });
    expect(await choices({ term: '#' })).toEqual({ kinds: [], projects: [], teams: [], times: [] });
  });
});
