import { createAdaptorServer } from '@hono/node-server';
import type { Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OrgId } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import type { TestTokens } from '@cairn/service-kit/testing';
import { Hono } from 'hono';
import { createApp } from '../../../../svc-graph/src/app.ts';
import { Jobs } from '../../../../svc-graph/src/sources/jobs.ts';
import type { GraphStore } from '../../../../svc-graph/src/store/graph-store.ts';
import { GraphStores } from '../../../../svc-graph/src/store/graph-stores.ts';
import { PUBLISH } from '../../../../svc-graph/src/store/load.ts';
import { fillGraph } from './graph-data.ts';

interface Question {
  readonly name: string;
  readonly route: 'group-bys' | 'entities' | 'time-series';
  readonly query: QueryInput;
  /** The same as one would write it by hand for DuckDB. */
  readonly sql: string;
}

const YEAR = { startDate: '2024-01-01', endDate: '2024-12-31' };
const IN_YEAR = `c."committedAt" >= TIMESTAMP '2024-01-01' AND c."committedAt" < TIMESTAMP '2025-01-01'`;
const LIVING = `c.deleted IS NOT TRUE`;
const at = (unit: 'hourOfDay' | 'dayOfWeek') => ({ target: 'Commit', attribute: 'committedAt', unit });
const PAGE = ['sha', 'message', 'committedAt', 'additions', 'deletions', 'isMerge'];

const QUESTIONS: readonly Question[] = [
  {
    name: 'commits per person, one repository, one year',
    route: 'group-bys',
    query: {
      groupBys: ['Person.name'],
      filters: [{ target: 'Repository', attribute: 'name', comparison: { IN: ['repository-0'] } }],
      ...YEAR,
    },
    sql: `SELECT p.name, count(*) AS n FROM "Commit" c LEFT JOIN "Person" p ON p.uuid = c."authorUuid"
      LEFT JOIN "Repository" r ON r.uuid = c."repositoryUuid"
      WHERE ${LIVING} AND ${IN_YEAR} AND r.name = 'repository-0' GROUP BY p.name ORDER BY n DESC, p.name LIMIT 1000`,
  },
  {
    name: 'commits per week, all years',
    route: 'time-series',
    query: { timeUnit: 'weeks', startDate: '2021-01-01', endDate: '2025-12-31' },
    sql: `SELECT date_trunc('week', c."committedAt") AS t, count(*) FROM "Commit" c
      WHERE ${LIVING} AND c."committedAt" >= TIMESTAMP '2021-01-01' AND c."committedAt" < TIMESTAMP '2026-01-01'
      GROUP BY t ORDER BY t`,
  },
  {
    name: 'commits per week in America/New_York',
    route: 'time-series',
    query: {
      timeUnit: 'weeks',
      startDate: '2021-01-01',
      endDate: '2025-12-31',
      timezone: 'America/New_York',
    },
    sql: `SELECT date_trunc('week', c."committedAt") AS t, count(*) FROM "Commit" c
      WHERE ${LIVING} AND c."committedAt" >= TIMESTAMP '2021-01-01' AND c."committedAt" < TIMESTAMP '2026-01-01'
      GROUP BY t ORDER BY t`,
  },
  {
    name: 'commits per top folder (over an edge)',
    route: 'group-bys',
    query: { groupBys: ['SourceFile.topFolder'] },
    sql: `SELECT f."topFolder", count(DISTINCT c.uuid) AS n FROM "Commit" c
      LEFT JOIN "Relation" e ON e.relation = 'touches' AND e."fromUuid" = c.uuid
      LEFT JOIN "SourceFile" f ON f.uuid = e."toUuid" WHERE ${LIVING} GROUP BY 1 ORDER BY n DESC, 1 LIMIT 1000`,
  },
  {
    name: 'hour of day by day of week',
    route: 'group-bys',
    query: { groupBys: [at('hourOfDay'), at('dayOfWeek')] },
    sql: `SELECT hour(c."committedAt") AS h, isodow(c."committedAt") AS d, count(*) FROM "Commit" c
      WHERE ${LIVING} GROUP BY h, d ORDER BY h, d`,
  },
  {
    name: 'median, sum and average additions per repository',
    route: 'group-bys',
    query: {
      groupBys: ['Repository.name'],
      aggregations: (['median', 'sum', 'avg'] as const).map((reducer) => ({
        target: 'Commit',
        attribute: 'additions',
        reducer,
      })),
    },
    sql: `SELECT r.name, median(c.additions) AS m, sum(c.additions), avg(c.additions) FROM "Commit" c
      LEFT JOIN "Repository" r ON r.uuid = c."repositoryUuid" WHERE ${LIVING} GROUP BY r.name ORDER BY m DESC, r.name`,
  },
  {
    name: 'the newest 20 commits, with the total',
    route: 'entities',
    query: { columns: [...PAGE, 'Person.name'] },
    sql: `SELECT c.uuid, c.sha, c.message, c."committedAt", c.additions, c.deletions, c."isMerge", p.name,
      (SELECT count(*) FROM "Commit" c WHERE ${LIVING}) FROM "Commit" c LEFT JOIN "Person" p ON p.uuid = c."authorUuid"
      WHERE ${LIVING} ORDER BY c."committedAt" DESC, c.uuid LIMIT 20`,
  },
  {
    name: '50,000 commits, six columns, as Arrow',
    route: 'entities',
    query: { columns: PAGE, limit: 50_000 },
    sql: `SELECT c.uuid, ${PAGE.map((name) => `c."${name}"`).join()} FROM "Commit" c
      WHERE ${LIVING} ORDER BY c."committedAt" DESC, c.uuid LIMIT 50000`,
  },
];

const ACME = OrgId.parse('acme');

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

interface Bench {
  readonly ask: (question: Question) => Promise<number>;
  readonly store: GraphStore;
  readonly rounds: number;
}

/** Takes turns, so that whatever else the machine does falls on both. */
async function measure(question: Question, { ask, store, rounds }: Bench) {
  const raw = async () => (await store.run(question.sql)).getColumns();
  const [http, direct]: [number[], number[]] = [[], []];
  let bytes = await ask(question);
  await raw();
  for (let round = 0; round < rounds; round++) {
    // Kept answers are measured apart; here each question is a new one.
    await publish(store);
    http.push(await milliseconds(async () => (bytes = await ask(question))));
    direct.push(await milliseconds(raw));
  }
  return { http: median(http), direct: median(direct), bytes };
}

const publish = (store: GraphStore) => store.transaction((open) => open.run(PUBLISH.sql));

/** The same question again on unchanged data, beside a route that verifies the same token and returns the same bytes. */
async function measureAgain(question: Question, { ask, bare, rounds }: Bench & { bare: Bare }) {
  const bytes = await ask(question);
  const body = await bare.fill(question);
  const [http, direct]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds * AGAIN; round++) {
    http.push(await milliseconds(() => ask(question)));
    direct.push(await milliseconds(() => bare.ask()));
  }
  if (body !== bytes) throw new Error(`the bare route answers ${body} bytes, not ${bytes}`);
  return { http: median(http), direct: median(direct), bytes };
}

/** Answers take less than a millisecond, so that more of them are needed for a median. */
const AGAIN = 20;

interface Bare {
  fill(question: Question): Promise<number>;
  ask(): Promise<number>;
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/acme/graph-search`),
    ),
  );
}

const number = (value: number, digits = 1) => value.toFixed(digits);

function report(
  name: string,
  { http, direct, bytes }: { http: number; direct: number; bytes: number },
): string {
  return `| ${name} | ${number(http)} | ${number(direct)} | ${number(http / direct, 2)} | ${number(http - direct)} | ${number(bytes / 1_024)} |`;
}

/** A Hono route that verifies the token, reads the body and returns bytes that it holds. */
async function bareRoute(
  tokens: TestTokens,
  answerOf: (question: Question) => Promise<Uint8Array<ArrayBuffer>>,
) {
  let bytes = new Uint8Array();
  let sent: Question | undefined;
  const app = new Hono().post('/api/acme/graph-search/:route', async (c) => {
    await tokens.verifier((c.req.header('authorization') ?? '').slice('Bearer '.length));
    await c.req.json();
    return c.body(bytes);
  });
  const server = createAdaptorServer({ fetch: (request: Request) => app.fetch(request) }) as Server;
  const address = await listen(server);
  const headers = await tokens.headers();
  const bare: Bare = {
    fill: async (question) => {
      sent = question;
      bytes = await answerOf(question);
      return bytes.byteLength;
    },
    ask: async () => {
      const body = JSON.stringify({ select: ['Commit'], ...sent?.query });
      const answer = await fetch(`${address}/${sent?.route}`, { method: 'POST', headers, body });
      return (await answer.arrayBuffer()).byteLength;
    },
  };
  return { bare, server };
}

/** Measures the journey's questions over HTTP (Arrow, token verified) beside the same SQL in-process; prints a table. */
export async function benchQuery(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { commits: { type: 'string', default: '200000' }, rounds: { type: 'string', default: '15' } },
  });
  const commits = Number(values.commits);
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-'));
  const graphs = new GraphStores(folder);
  const store = await graphs.open(ACME);
  await fillGraph(store, { commits, people: 400, files: Math.ceil(commits / 10), repositories: 12 });
  const tokens = await testTokens();
  const log = silentLog();
  const app = createApp({
    graphs,
    verifier: tokens.verifier,
    log,
    jobs: new Jobs({ stores: graphs, log }),
    gitRoots: [],
    threads: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4),
  });
  const server = createAdaptorServer({ fetch: (request: Request) => app.fetch(request) }) as Server;
  const address = await listen(server);
  const headers = await tokens.headers();
  const ask = async ({ route, query }: Question) => {
    const answer = await fetch(`${address}/${route}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ select: ['Commit'], ...query }),
    });
    const body = await answer.arrayBuffer();
    if (!answer.ok) throw new Error(Buffer.from(body).toString());
    return body.byteLength;
  };
  const { bare, server: bareServer } = await bareRoute(tokens, async ({ route, query }) => {
    const answer = await fetch(`${address}/${route}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ select: ['Commit'], ...query }),
    });
    return new Uint8Array(await answer.arrayBuffer());
  });
  const [cpu] = cpus();
  const memory = number(totalmem() / 2 ** 30, 0);
  print(
    `${commits.toLocaleString('en')} generated commits; ${cpus().length} × ${cpu?.model ?? 'cpu'}, ${memory} GiB, Node ${process.version}`,
  );
  print('| question | HTTP ms | DuckDB ms | ratio | + ms | KiB |');
  print('|---|---|---|---|---|---|');
  for (const question of QUESTIONS) {
    print(report(question.name, await measure(question, { ask, store, rounds: Number(values.rounds) })));
  }
  print(
    '| the same question again, beside a bare route with the same bytes | HTTP ms | bare ms | ratio | + ms | KiB |',
  );
  for (const question of QUESTIONS.slice(0, 3)) {
    print(
      report(
        `again: ${question.name}`,
        await measureAgain(question, { ask, bare, store, rounds: Number(values.rounds) }),
      ),
    );
  }
  bareServer.closeAllConnections();
  bareServer.close();
  server.closeAllConnections();
  server.close();
  await graphs.close();
  await rm(folder, { recursive: true });
}
