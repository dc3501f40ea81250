import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrgId } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUCKDB } from './dialect/duckdb.ts';
import { Admission } from './engine/admission.ts';
import type { DuckdbSource } from './engine/duckdb-engine.ts';
import { duckdbGraphs } from './graph.ts';
import type { Engine } from './engine/engine.ts';
import type { OrgGraph } from './graph.ts';
import { GraphStore } from '../store/graph-store.ts';
import { PUBLISH } from '../store/load.ts';
import { anyWrite } from '../../test/any-write.ts';
import { ACME, searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';
import { readGraph } from './read-graph.ts';
import { runPlan } from './run-plan.ts';

/** A graph whose statements run until they are interrupted. */
function endless(): { graph: OrgGraph; started: Promise<void> } {
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const run = (_statement: unknown, signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      start();
      signal.addEventListener('abort', () => reject(new Error('interrupted')));
    });
  const graph: OrgGraph = {
    dataVersion: async () => 1,
    watch: () => () => {},
    dialect: DUCKDB,
    engine: { run, analyse: run, spool: run },
  };
  return { graph, started };
}

const ONE = { inAll: 1, perOrg: 1, waitingInAll: 1_000 };

const READER = { orgId: ACME, audience: null };

const deps = (graph: OrgGraph, timeLimit: number) => ({
  graphs: { open: async () => graph },
  admission: new Admission({ ...ONE, waitingPerOrg: 5 }),
  timeLimit,
});

const forever = (
  graph: OrgGraph,
  timeLimit: number,
  signal: AbortSignal,
  admission = deps(graph, timeLimit).admission,
) =>
  readGraph({ ...deps(graph, timeLimit), admission }, READER, signal, async () =>
    graph.engine.run({ text: '', values: [], reads: 'graph' }, signal),
  );

describe('a question', () => {
  it('that takes too long says so, with what to do', async () => {
    const { graph } = endless();
    const question = readGraph(deps(graph, 30), READER, new AbortController().signal, (context) =>
      runPlan(
        {
          node: 'rows',
          base: {
            table: 'Commit',
            alias: 'b',
            softDeletes: true,
            keepsHistory: false,
            excludesDeleted: false,
            tenant: null,
          },
          joins: [],
          where: [],
          projections: [],
          hidden: [],
          order: [],
          limit: 1,
          offset: 0,
        },
        context,
      ),
    );
    await expect(question).rejects.toMatchObject({
      code: 'query_timeout',
      message: expect.stringContaining('A shorter date range') as string,
    });
  });

  it('whose caller goes away is interrupted, and not called a timeout', async () => {
    const { graph, started } = endless();
    const caller = new AbortController();
    const question = forever(graph, 60_000, caller.signal);
    await started;
    caller.abort();
    await expect(question).rejects.toThrow('interrupted');
  });

  it('over HTTP ends with 503 at the time limit, in real DuckDB', async () => {
    const fixture = await searchFixture({ timeLimit: 250 });
    await fixture.graph.run(
      `INSERT INTO "Commit" (uuid, name, message, "committedAt") SELECT uuid(), repeat('abc ', 200) || range, repeat('xyz ', 2000) || range, TIMESTAMP '2024-01-01' FROM range(40000)`,
    );
    const terms = Array.from({ length: 60 }, (_, index) => `"nothing ${index}"`).join(' OR ');
    const answer = await fixture.post('group-bys', {
      select: ['Commit'],
      search: terms,
      groupBys: ['Commit.message'],
    });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('query_timeout');
    await fixture.close();
  });

  it('that had no turn within the time limit is told to come back, not to ask for less', async () => {
    const { graph, started } = endless();
    const busy = { ...deps(graph, 10), admission: new Admission({ ...ONE, waitingPerOrg: 5 }) };
    const leaving = new AbortController();
    const first = forever(graph, 60_000, leaving.signal, busy.admission);
    await started;
    await expect(
      readGraph(busy, READER, new AbortController().signal, async () => 'never'),
    ).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 1,
    });
    leaving.abort();
    await expect(first).rejects.toThrow('interrupted');
  });

  it('over HTTP that finds the queue full is refused with the seconds to wait', async () => {
    const { graph, started } = endless();
    const fixture = await searchFixture({
      graphs: { open: async () => ({ ...graph, watch: () => () => {} }) },
      admission: new Admission({ ...ONE, waitingPerOrg: 0 }),
    });
    const stop = new AbortController();
    const headers = await fixture.tokens.headers();
    const asked = fixture.app.request('/api/acme/graph-search/entities', {
      method: 'POST',
      headers,
      body: JSON.stringify({ select: ['Commit'] }),
      signal: stop.signal,
    });
    await started;
    const refused = await fixture.post('group-bys', { select: ['Commit'] });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
    stop.abort();
    await asked;
    await fixture.close();
  });
});

describe('a question that is too large', () => {
  let folder: string;
  let store: GraphStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-limits-'));
    const limits = { memory: '30MB', temp: '5MB' };
    store = await GraphStore.open({ file: join(folder, 'x.duckdb'), temp: join(folder, 'tmp'), limits });
  });
  afterAll(async () => {
    store.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['query_memory', 'more memory', `SELECT CAST(list(range) AS VARCHAR) FROM range(9000000)`],
    [
      'query_temp',
      'more temporary space',
      `SELECT v FROM (SELECT range || repeat('x', 300) AS v FROM range(1000000)) ORDER BY v`,
    ],
  ])('ends with %s over HTTP, and the next one is answered', async (code, words, sql) => {
    const run: DuckdbSource['run'] = (_sql, _params, options) => store.run(sql, [], options);
    const graph = { dataVersion: async () => 1, watch: () => () => {}, run };
    const fixture = await searchFixture({ graphs: duckdbGraphs({ open: async () => graph }) });
    const answer = await fixture.post('group-bys', { select: ['Commit'] });
    expect(await answer.json()).toEqual({
      error: {
        code,
        message: expect.stringMatching(`${words}.*A shorter date range`) as string,
        requestId: expect.any(String) as string,
      },
    });
    expect(answer.status).toBe(507);
    expect(await store.rows('SELECT 1::INTEGER AS one')).toEqual([{ one: 1 }]);
    await fixture.close();
  });
});

describe('a question of several statements', () => {
  let fixture: SearchFixture;
  const write = (rows: number) =>
    fixture.graph.transaction(async (open) => {
      await open.run(
        anyWrite(`INSERT INTO "Commit" (uuid, name, message, "committedAt", "createdAt", deleted)
        SELECT uuid(), 'n', 'Fix bug ' || range, TIMESTAMP '2024-06-01', TIMESTAMP '2024-06-01', false FROM range(${rows})`),
      );
      await open.run(PUBLISH);
    });
  /** A graph that is written to after every statement. */
  const open = async (orgId: OrgId): Promise<OrgGraph> => {
    const graph = await duckdbGraphs(fixture.graphs).open(orgId);
    const snapshot = async () => {
      const held = await graph.snapshot?.();
      if (!held) throw new Error('the data is not held');
      const run: Engine['run'] = async (...asked) => {
        const table = await held.engine.run(...asked);
        await write(3);
        return table;
      };
      return { ...held, engine: { ...held.engine, run } };
    };
    return { ...graph, snapshot };
  };
  beforeAll(async () => {
    fixture = await searchFixture({ graphs: { open } });
    await write(30);
  });
  afterAll(() => fixture.close());

  it('reads the data of one moment, whatever is written meanwhile', async () => {
    const measure = { target: 'Commit', attribute: 'uuid', reducer: 'count' as const };
    const groups = { select: ['Commit'], groupBys: ['Commit.message'], aggregations: [measure] };
    const { data, columns } = await fixture.ask('group-bys', { ...groups, counts: true });
    const inGroups = data.reduce((sum, row) => sum + Number(row['count(Commit.uuid)']), 0);
    expect(columns.find(({ role }) => role === 'measure')?.n).toBe(inGroups);
    const rows = { select: ['Commit'], columns: ['message'], search: 'bug' };
    const first = await fixture.ask('entities', { ...rows, pageSize: 5 });
    const after = await fixture.ask('entities', { ...rows, pageSize: 1_000 });
    // At most three statements lie between the starts of the two.
    expect(after.meta.total - first.meta.total).toBe(6);
    expect(after.data).toHaveLength(after.meta.total);
  });

  it('gives its connection back also when it fails', async () => {
    const fails = async () => {
      const snapshot = await fixture.graph.snapshot();
      await expect(snapshot.run('SELECT * FROM nowhere')).rejects.toThrow('nowhere');
      snapshot.release();
      await expect(snapshot.run('SELECT 1')).rejects.toMatchObject({ code: 'cancelled' });
    };
    for (let turn = 0; turn < 3; turn++) await fails();
    expect(await fixture.graph.rows('SELECT 1::INTEGER AS one')).toEqual([{ one: 1 }]);
  });
});
