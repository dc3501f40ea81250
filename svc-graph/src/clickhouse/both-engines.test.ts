import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { reducersFor } from '@cairn/entities';
import type { Catalogue, Kind } from '@cairn/entities';
import type { QueryInput } from '@cairn/query';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import type { TestTokens } from '@cairn/service-kit/testing';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { CONNECTORS } from '../sources/connectors.ts';
import { Jobs } from '../sources/jobs.ts';
import { ingestSimulated } from '../sources/simulated/ingest.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { writerOf } from '../store/graph-writer.ts';
import { OrgCatalogues } from '../store/org-catalogues.ts';
import { NEW_SOURCE, addSource } from '../store/source-row.ts';
import type { SourceRow } from '../store/source-row.ts';
import { chdbGraphs } from '../../test/chdb/chdb-graphs.ts';
import type { ChdbGraphs } from '../../test/chdb/chdb-graphs.ts';

const ORG = OrgId.parse('company');
const UNTIL = Date.UTC(2026, 2, 20);
const recipe = { seed: 3, events: 1_500, from: UNTIL / 1_000 - 100 * 86_400, to: UNTIL / 1_000 };
const source: SourceRow = {
  id: 'company',
  type: 'simulated',
  settings: recipe,
  name: 'Simulated company',
  state: NEW_SOURCE,
};

const connectors = CONNECTORS;

let folder: string;
let stores: GraphStores;
let jobs: Jobs;
let tokens: TestTokens;
let chdb: ChdbGraphs;
let catalogue: Catalogue;
let apps: ReturnType<typeof createApp>[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-both-'));
  stores = new GraphStores(folder);
  const store = await stores.open(ORG);
  await addSource(store, source);
  const { signal } = new AbortController();
  await ingestSimulated({ writer: writerOf(store), orgId: ORG, source, signal });
  const log = silentLog();
  jobs = new Jobs({ stores, log, connectors });
  tokens = await testTokens();
  const { verifier } = tokens;
  chdb = await chdbGraphs(stores, log);
  catalogue = await new OrgCatalogues(stores).of(ORG);
  apps = [undefined, chdb.graphs].map((searched) =>
    createApp({
      graphs: stores,
      searched,
      jobs,
      connectors,
      verifier,
      log,
      registry: new Registry(),
      now: () => UNTIL,
    }),
  );
});
afterAll(async () => {
  await chdb.close();
  await jobs.close();
  await stores.close();
  await rm(folder, { recursive: true });
});

interface Found {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly columns: readonly unknown[];
  readonly meta: { readonly total: number };
}

async function answers(path: string, query: QueryInput): Promise<[Found, Found]> {
  const headers = { ...(await tokens.headers({ orgId: ORG })), accept: 'application/json' };
  const both = await Promise.all(
    apps.map(async (app) => {
      const url = `/api/${ORG}/graph-search/${path}`;
      const answer = await app.request(url, { method: 'POST', headers, body: JSON.stringify(query) });
      const text = await answer.text();
      expect(answer.status, `${text} ${JSON.stringify(query)}`).toBe(200);
      return JSON.parse(text) as Found;
    }),
  );
  return both as [Found, Found];
}

/** The last digits of a sum of fractions depend on the order of addition. */
const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value;

async function same(path: string, query: QueryInput): Promise<number> {
  const [files, clickhouse] = await answers(path, query);
  const comparable = ({ data, columns, meta }: Found) =>
    JSON.parse(JSON.stringify({ data, columns, total: meta.total }, rounded)) as unknown;
  expect(comparable(clickhouse), JSON.stringify(query)).toEqual(comparable(files));
  return files.data.length;
}

/** The number of measures per query. */
const AT_ONCE = 20;

type Measures = NonNullable<QueryInput['aggregations']>;

async function sameMeasures(select: string[], measures: Measures): Promise<number> {
  let rows = 0;
  for (let start = 0; start < measures.length; start += AT_ONCE)
    rows += await same('group-bys', { select, aggregations: measures.slice(start, start + AT_ONCE) });
  return rows;
}

/** Attributes that the company has values of; empty ones would all give the same query. */
let filled: Map<Kind, Kind['attributes']>;

beforeAll(async () => {
  const store = await stores.open(ORG);
  filled = new Map();
  for (const kind of catalogue.kinds) {
    const counts = kind.attributes.map(({ name, since = name }) => `count("${since}")::INTEGER AS "${name}"`);
    const [row] = await store.rows<Record<string, number>>(`SELECT ${counts.join()} FROM "${kind.name}"`);
    const has = kind.attributes.filter(({ name, type }) => type !== 'json' && (row?.[name] ?? 0) > 0);
    if (has.length > 0) filled.set(kind, has);
  }
});

it('both engines answer every reducer of every attribute, every row and every week of a company alike', async () => {
  let rows = 0;
  for (const kind of catalogue.kinds) {
    const select = [kind.name];
    const has = filled.get(kind) ?? kind.attributes.slice(0, 5);
    const measures = has.flatMap(({ name: attribute, type }) =>
      reducersFor(type).map((reducer) => ({ target: kind.name, attribute, reducer })),
    );
    rows += await sameMeasures(select, measures);
    const shown = kind.attributes.filter(({ type }) => type !== 'json').map(({ name }) => name);
    rows += await same('entities', { select, columns: shown, pageSize: 200 });
    const timezone = 'America/New_York';
    rows += await same('time-series', { select, timeUnit: 'weeks', timezone, duration: 'P3M' });
  }
  expect(rows).toBeGreaterThan(1_000);
});

it('both engines group by every attribute, and by every relation, alike', async () => {
  let groups = 0;
  for (const [kind, has] of filled) {
    const own = has
      .filter(({ name }) => name !== 'uuid')
      .map(({ name }) => ({ target: kind.name, attribute: name }));
    const related = kind.relations.map(({ name }) => ({ target: name, attribute: 'name' }));
    for (const group of [...own, ...related])
      groups += await same('group-bys', { select: [kind.name], groupBys: [group], limit: 100 });
  }
  expect(groups).toBeGreaterThan(500);
});

/** Calls a route of the app that asks ClickHouse, as an admin. */
async function onClickHouse<Answer>(path: string, body: object): Promise<Answer> {
  const headers = await tokens.headers({ orgId: ORG, role: 'admin' });
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await apps[1]?.request(`/api/${ORG}/${path}`, init);
  expect(answer?.status, await answer?.clone().text()).toBe(200);
  return (await answer?.json()) as Answer;
}

it('both engines know a team that an admin made, and its page and feed are read beside ClickHouse', async () => {
  const store = await stores.open(ORG);
  const oneOf = async (kind: string, where = 'true') => {
    const sql = `SELECT uuid::VARCHAR AS uuid FROM "${kind}" WHERE NOT deleted AND ${where} ORDER BY name LIMIT 1`;
    return (await store.rows<{ uuid: string }>(sql))[0]?.uuid ?? '';
  };
  const [person, project, parent] = [await oneOf('Person'), await oneOf('Project'), await oneOf('Team')];
  const repository = await oneOf('Repository', `uuid IN (SELECT "repositoryUuid" FROM "Event")`);
  const members = [{ person, role: 'lead', since: '2026-01-05' }];
  const team = { name: 'Guild', members, repositories: [repository], projects: [project], parent };
  const { data: saved } = await onClickHouse<{ data: { uuid: string } }>('teams/save', team);
  const filters = [{ target: 'Team', attribute: 'name', comparison: { IN: ['Guild'] } }];
  const groupBys = ['Parent', 'Person', 'Repository', 'Project'].map((target) => ({
    target,
    attribute: 'uuid',
  }));
  expect(await same('group-bys', { select: ['Team'], filters, groupBys })).toBe(1);
  const [, { data }] = await answers('group-bys', { select: ['Team'], filters, groupBys });
  expect(data[0]).toMatchObject({
    'Person.uuid': person,
    'Repository.uuid': repository,
    'Project.uuid': project,
  });
  type Page = { data: { relations: { name: string }[] } };
  const page = await onClickHouse<Page>('entity-detail', { entityUuid: saved.uuid });
  expect(page.data.relations.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Parent', 'Person', 'Repository', 'Project']),
  );
  const year = { startDate: '2026-01-01', endDate: '2026-03-20' };
  const feed = await onClickHouse<{ meta: { total: number } }>('feed', {
    repositories: [repository],
    ...year,
  });
  expect(feed.meta.total).toBeGreaterThan(0);
});
