import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFixtureRepository } from '@cairn/acceptance';
import { OrgId, Rows } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import type { Kind } from '@cairn/entities';
import { DEFAULT_BRANCH } from '@cairn/query';
import type { QueryInput } from '@cairn/query';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import type { TestTokens } from '@cairn/service-kit/testing';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { CONNECTORS } from '../sources/connectors.ts';
import { ingestGit } from '../sources/git/ingest.ts';
import { Jobs } from '../sources/jobs.ts';
import { writerOf } from '../store/graph-writer.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { NEW_SOURCE, addSource } from '../store/source-row.ts';
import type { SourceRow } from '../store/source-row.ts';
import { commitFile, git } from '../../test/git-fixture.ts';
import { chdbGraphs } from '../../test/chdb/chdb-graphs.ts';
import type { ChdbGraphs } from '../../test/chdb/chdb-graphs.ts';
import { clickhouseClient } from './clickhouse-graphs.ts';

const ORG = OrgId.parse('code');
const COMMITS = 300;
const UNTIL = new Date('2026-03-20T12:00:00Z');

const connectors = CONNECTORS;
let folder: string;
let stores: GraphStores;
let jobs: Jobs;
let tokens: TestTokens;
let chdb: ChdbGraphs;
let apps: ReturnType<typeof createApp>[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-git-both-'));
  const path = join(folder, 'repository');
  await makeFixtureRepository({ dir: path, commits: COMMITS, seed: 11, until: UNTIL });
  stores = new GraphStores(join(folder, 'data'));
  const store = await stores.open(ORG);
  const source: SourceRow = {
    id: 'repository',
    type: 'git',
    settings: { path },
    name: 'repository',
    state: NEW_SOURCE,
  };
  await addSource(store, source);
  const { signal } = new AbortController();
  await ingestGit({ writer: writerOf(store), orgId: ORG, source, signal });
  const log = silentLog();
  jobs = new Jobs({ stores, log, connectors });
  tokens = await testTokens();
  const { verifier } = tokens;
  chdb = await chdbGraphs(stores, log);
  apps = [undefined, chdb.graphs].map((searched) =>
    createApp({
      graphs: stores,
      searched,
      jobs,
      connectors,
      verifier,
      log,
      registry: new Registry(),
      now: () => UNTIL.getTime(),
    }),
  );
});
afterAll(async () => {
  await chdb.close();
  await jobs.close();
  await stores.close();
  await rm(folder, { recursive: true });
});

/** The answers of both engines, queried at the same time. */
async function answers(path: string, query: QueryInput): Promise<[Rows, Rows]> {
  const headers = { ...(await tokens.headers({ orgId: ORG })), accept: 'application/json' };
  const both = await Promise.all(
    apps.map(async (app) => {
      const request = { method: 'POST', headers, body: JSON.stringify(query) };
      const answer = await app.request(`/api/${ORG}/graph-search/${path}`, request);
      const text = await answer.text();
      expect(answer.status, `${text} ${JSON.stringify(query)}`).toBe(200);
      return Rows.parse(JSON.parse(text));
    }),
  );
  return both as [Rows, Rows];
}

/** Asserts that both engines answer the same, and returns the answer. */
async function same(path: string, query: QueryInput): Promise<Rows> {
  const [files, clickhouse] = await answers(path, query);
  // The data versions of the two engines differ.
  const withoutVersion = ({ data, columns, meta }: Rows) => ({
    data,
    columns,
    meta: { ...meta, dataVersion: 0 },
  });
  expect(withoutVersion(clickhouse), JSON.stringify(query)).toEqual(withoutVersion(files));
  return files;
}

const PAGE = 1_000;

/** Every attribute of a kind, and the target of each of its links. */
const everything = ({ name, attributes, relations }: Kind) => [
  ...attributes.map((attribute) => `${name}.${attribute.name}`),
  ...relations.filter(({ many }) => !many).map((relation) => `${relation.name}.uuid`),
];

const order = (kind: Kind) => [{ by: `${kind.name}.uuid`, direction: 'ascending' as const }];

async function sameRows(kind: Kind): Promise<number> {
  for (let page = 1, rows = 0; ; page += 1) {
    const columns = everything(kind);
    const query = { select: [kind.name], columns, order: order(kind), page, pageSize: PAGE };
    const { data, meta } = await same('entities', query);
    rows += data.length;
    if (data.length < PAGE) {
      expect(rows, kind.name).toBe(meta.total);
      return rows;
    }
  }
}

const measure = (text: string) => {
  const [, reducer = '', target = '', attribute = ''] = /^(\w+)\((.*)\.(\w+)\)$/.exec(text) ?? [];
  return { target, attribute, reducer: reducer as 'count' };
};
const each = (unit: 'week', field: string) => {
  const [target = '', attribute = ''] = field.split('.');
  return { target, attribute, unit };
};

const commits = { select: ['Commit'] };
const lines = [measure('sum(Commit.additions)'), measure('count(Commit.uuid)')];

/** Typical queries about code, each with its least number of rows. */
const QUESTIONS: readonly [string, string, QueryInput, number][] = [
  ['commits by author', 'group-bys', { ...commits, groupBys: ['Person.name'] }, 6],
  [
    'lines by author and week',
    'group-bys',
    {
      ...commits,
      groupBys: ['Person.name', each('week', 'Commit.committedAt')],
      aggregations: lines,
      timezone: 'America/New_York',
    },
    20,
  ],
  [
    'commits by top folder that they touch',
    'group-bys',
    { ...commits, groupBys: ['SourceFile.topFolder'] },
    3,
  ],
  ['files by extension', 'group-bys', { select: ['SourceFile'], groupBys: ['SourceFile.extension'] }, 3],
  [
    'files that are touched most, with who touches them',
    'group-bys',
    {
      ...commits,
      groupBys: ['SourceFile.path'],
      aggregations: [measure('count(Commit.uuid)'), measure('countDistinct(Person.name)')],
      limit: 50,
    },
    30,
  ],
  [
    'sizes of commits that change code',
    'group-bys',
    {
      ...commits,
      aggregations: [
        measure('median(Commit.additions)'),
        measure('p95(Commit.additions)'),
        measure('avg(Commit.changedFiles)'),
      ],
      filters: [{ target: 'SourceFile', attribute: 'topFolder', comparison: { IN: ['src'] } }],
    },
    1,
  ],
  [
    'commits of default branches by week',
    'group-bys',
    { ...commits, groupBys: [each('week', 'Commit.committedAt')], filters: [DEFAULT_BRANCH] },
    10,
  ],
  [
    'commits of files that were renamed since',
    'group-bys',
    {
      ...commits,
      groupBys: ['Person.name'],
      filters: [
        {
          any: [
            { target: 'SourceFile', attribute: 'formerPaths', comparison: { 'IS NOT EMPTY': [] } },
            { target: 'RenamedFile', attribute: 'path', comparison: { 'IS NOT EMPTY': [] } },
          ],
        },
      ],
    },
    0,
  ],
  [
    'when commits are made',
    'group-bys',
    {
      ...commits,
      groupBys: [
        { target: 'Commit', attribute: 'committedAt', unit: 'dayOfWeek' },
        { target: 'Commit', attribute: 'committedAt', unit: 'hourOfDay' },
      ],
      timezone: 'Europe/Berlin',
    },
    20,
  ],
  [
    'what each release holds',
    'group-bys',
    { ...commits, groupBys: ['Release.name'], aggregations: lines },
    2,
  ],
  [
    'commits by week beside the weeks before',
    'group-bys',
    { ...commits, groupBys: [each('week', 'Commit.committedAt')], duration: 'P30D', compareWith: {} },
    4,
  ],
  [
    'commits by day',
    'time-series',
    { ...commits, timeUnit: 'days', duration: 'P30D', timezone: 'Asia/Kathmandu' },
    30,
  ],
  [
    'what people who are no bots say of fixes',
    'entities',
    {
      ...commits,
      search: 'fix OR add',
      columns: ['Commit.message', 'Person.name'],
      filters: [{ target: 'Person', attribute: 'isBot', comparison: { IN: [false] } }],
      order: [{ by: 'Commit.sha', direction: 'ascending' }],
      limit: 100,
    },
    5,
  ],
  [
    'commits that touch no code',
    'entities',
    {
      ...commits,
      columns: ['Commit.sha'],
      filters: [{ target: 'SourceFile', attribute: 'topFolder', comparison: { 'NOT IN': ['src'] } }],
      limit: 500,
    },
    5,
  ],
  ['events by what happened', 'group-bys', { groupBys: ['Event.action', 'Event.entityType'] }, 1],
  [
    'people with what they wrote',
    'group-bys',
    { select: ['Person'], groupBys: ['Person.name'], aggregations: [measure('count(Commit.uuid)')] },
    6,
  ],
];

describe('a graph read from a git repository', () => {
  it('has the same rows of every kind on both engines', async () => {
    const counts = new Map<string, number>();
    for (const kind of CATALOGUE.kinds) counts.set(kind.name, await sameRows(kind));
    expect(counts.get('Commit')).toBe(COMMITS);
    for (const kind of ['Person', 'Repository', 'Branch', 'Release', 'SourceFile', 'Event'])
      expect(counts.get(kind), kind).toBeGreaterThan(0);
  });

  it('has the same edges on both engines, with the lines that each commit changed', async () => {
    const store = await stores.open(ORG);
    const names = `relation, CAST("fromUuid" AS VARCHAR) AS f, CAST("toUuid" AS VARCHAR) AS t`;
    const rest = 'additions, deletions, change';
    const files = await store.rows<Record<string, unknown>>(
      `SELECT ${names}, epoch_us(since)::VARCHAR AS since, epoch_us("until")::VARCHAR AS "until", ${rest} FROM "Relation"`,
    );
    const client = clickhouseClient(chdb.server.url('cairn'));
    const { dataVersion } = await same('group-bys', commits).then(({ meta }) => meta);
    const found = await client.query({
      query: `SELECT relation, toString("fromUuid") AS f, toString("toUuid") AS t, toString(toUnixTimestamp64Micro(since)) AS since,
        toString(toUnixTimestamp64Micro("until")) AS "until", ${rest} FROM "Relation" FINAL
        WHERE "orgId" = {org:String} AND "@since" <= {version:UInt64} AND "@until" > {version:UInt64}`,
      query_params: { org: ORG, version: dataVersion },
      format: 'JSONEachRow',
    });
    const rows = await found.json<Record<string, unknown>>();
    await client.close();
    const text = (row: Record<string, unknown>) =>
      JSON.stringify(
        ['relation', 'f', 't', 'since', 'until', 'additions', 'deletions', 'change'].map((name) => {
          const value = row[name] ?? null;
          return value === null ? null : String(value);
        }),
      );
    expect(rows.map(text).toSorted()).toEqual(files.map(text).toSorted());
    const touches = files.filter(({ relation }) => relation === 'touches');
    expect(touches.length).toBeGreaterThan(COMMITS);
    expect(touches.every(({ additions }) => additions !== null)).toBe(true);
    expect(new Set(files.map(({ relation }) => relation)).size).toBeGreaterThan(2);
  });

  it.each(QUESTIONS)('is asked with the same answer on both engines: %s', async (_, path, query, least) => {
    const { data } = await same(path, query);
    expect(data.length).toBeGreaterThanOrEqual(least);
  });
});

describe('a fork beside its repository', () => {
  const NEW = 2;
  beforeAll(async () => {
    const path = join(folder, 'fork');
    git(folder, 'clone', '-q', join(folder, 'repository'), path);
    for (let number = 0; number < NEW; number += 1) commitFile(path, `new-${String(number)}`, '1\n2\n');
    const store = await stores.open(ORG);
    const settings = { path: join(path, '.git') };
    const source: SourceRow = { id: 'fork', type: 'git', settings, name: 'fork', state: NEW_SOURCE };
    await addSource(store, source);
    const { signal } = new AbortController();
    await ingestGit({ writer: writerOf(store), orgId: ORG, source, signal });
    await chdb.catchUp(ORG);
  });

  const counted = [{ target: 'Commit', attribute: 'uuid', reducer: 'count' as const }];
  const byRepository = [{ target: 'Repository', attribute: 'name' }];
  const valuesOf = ({ data }: Rows) =>
    new Map(data.map((row) => [row['Repository.name'], Number(row['count(Commit.uuid)'])]));

  it('has all commits that it holds, and the org has each once', async () => {
    const each = await same('group-bys', {
      select: ['Commit'],
      aggregations: counted,
      groupBys: byRepository,
    });
    const inRepository = valuesOf(each).get('repository') ?? 0;
    expect(inRepository).toBeGreaterThan(0);
    expect(valuesOf(each).get('fork')).toBe(inRepository + NEW);
    const all = await same('group-bys', { select: ['Commit'], aggregations: counted });
    expect(Number(all.data[0]?.['count(Commit.uuid)'])).toBe(inRepository + NEW);
  });

  it.each(['repository', 'fork'])('is a condition on commits: %s', async (name) => {
    const filters = [{ target: 'Repository', attribute: 'name', comparison: { IN: [name] } }];
    const query = { select: ['Commit'], aggregations: counted };
    const { data } = await same('group-bys', { ...query, filters });
    const each = valuesOf(await same('group-bys', { ...query, groupBys: byRepository }));
    expect(Number(data[0]?.['count(Commit.uuid)'])).toBe(each.get(name));
    const both = [{ target: 'Repository', attribute: 'name', comparison: { IN: ['fork', 'repository'] } }];
    const [row] = (await same('group-bys', { ...query, filters: both })).data;
    expect(Number(row?.['count(Commit.uuid)'])).toBe(each.get('fork'));
  });

  it('leaves a table of commits a column for the repository that each was first read in', async () => {
    const filters = [{ target: 'Repository', attribute: 'name', comparison: { IN: ['fork'] } }];
    const columns = ['Commit.sha', 'Repository.name'];
    const { data, meta } = await same('entities', { select: ['Commit'], columns, filters, pageSize: 1_000 });
    const named = (name: string) => data.filter((row) => row['Repository.name'] === name).length;
    expect([named('fork'), named('repository')]).toEqual([NEW, meta.total - NEW]);
    expect((await same('entities', { select: ['Commit'] })).columns.map(({ key }) => key)).toContain(
      'Repository.name',
    );
  });
});
