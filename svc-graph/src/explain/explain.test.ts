import { asksClickhouse } from '../../test/chdb/chdb-graphs.ts';
import { OrgId, queryContract } from '@cairn/contracts';
import { DuckDBTimestampValue } from '@duckdb/node-api';
import { CATALOGUE } from '@cairn/entities';
import type { QueryInput } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, HOSTILE, searchFixture, uuidOf } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';

const EVENTS = [
  ['e1', 'pushed', 'Commit'],
  ['e2', 'pushed', 'Commit'],
  ['e3', 'published', 'Release'],
] as const;

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
  for (const [org, prefix] of [
    [ACME, ''],
    [OrgId.parse('hostile'), HOSTILE],
  ] as const) {
    const graph = await fixture.graphs.open(org);
    for (const [name, action, type] of EVENTS) {
      await graph.run(
        `INSERT INTO "Event" (uuid, action, "entityType", "occurredAt") VALUES ($1::UUID, $2, $3, TIMESTAMP '2024-03-09')`,
        [uuidOf(name), prefix + action, type],
      );
    }
  }
});
afterAll(() => fixture.close());

async function explain(query: QueryInput) {
  const answer = await fixture.post('explain', query, await fixture.tokens.headers({ role: 'super' }));
  const text = await answer.text();
  expect([answer.status, text.includes(HOSTILE)], text).toEqual([200, false]);
  return queryContract.explain.output.parse(JSON.parse(text)).data;
}

const names = (kinds: readonly { name: string }[]) => kinds.map(({ name }) => name);

async function ways(query: QueryInput) {
  const { touched } = await explain(query);
  return {
    kinds: names(touched.kinds),
    relations: touched.relations.map(({ from, name, to }) => `${from}.${name} ${to}`),
  };
}

describe('the diagram of a question', () => {
  it('shows each step of a way over several relations once, with how it looks', async () => {
    const groupBys = ['Person.Team.name', 'Person.name'];
    const { touched } = await explain({ select: ['Commit'], groupBys });
    const look = (name: string) => {
      const { label, icon, color } = CATALOGUE.kind(name) ?? {};
      return { name, label, icon, color };
    };
    expect(touched.kinds).toEqual(['Commit', 'Person', 'Team'].map(look));
    const step = (from: string, name: string) => {
      const { target: to, label, many } = CATALOGUE.relation(from, name) ?? {};
      return { from, name, to, label, many };
    };
    expect(touched.relations).toEqual([step('Commit', 'Person'), step('Person', 'Team')]);
  });

  it('follows what is filtered, in groups of conditions and of a measure too', async () => {
    const file = { target: 'SourceFile', attribute: 'path', comparison: { IN: ['a'] } };
    const committer = { target: 'Committer', attribute: 'name', comparison: { IN: ['b'] } };
    const uuids = { target: 'Commit', attribute: 'uuid', reducer: 'count' as const };
    expect(
      await ways({
        select: ['Commit'],
        filters: [{ any: [file] }],
        aggregations: [{ ...uuids, filters: [committer] }],
      }),
    ).toEqual({
      kinds: ['Commit', 'SourceFile', 'Person'],
      relations: ['Commit.SourceFile SourceFile', 'Commit.Committer Person'],
    });
  });

  it('follows the columns and the order of rows', async () => {
    const order = [{ by: 'Repository.name', direction: 'ascending' as const }];
    const { relations } = await ways({ select: ['Commit'], columns: ['Person.name'], order });
    expect(relations.toSorted()).toEqual(['Commit.Person Person', 'Commit.Repository Repository']);
  });

  it('has the whole catalogue, and what happened to what in this org alone', async () => {
    const { wholeRelations, wholeActions } = await explain({ select: ['Commit'] });
    expect(names(wholeRelations.kinds)).toEqual(names(CATALOGUE.kinds));
    expect(wholeRelations.relations).toHaveLength(CATALOGUE.kinds.flatMap((kind) => kind.relations).length);
    expect(wholeActions).toMatchObject({
      actions: [
        { action: 'pushed', entityType: 'Commit', count: 2 },
        { action: 'published', entityType: 'Release', count: 1 },
      ],
      total: 2,
    });
    expect(names(wholeActions.kinds).toSorted()).toEqual(['Commit', 'Release']);
  });
});

describe('how a question is answered', () => {
  const query = {
    select: ['Commit'],
    groupBys: [{ target: 'Commit', attribute: 'committedAt', unit: 'month' as const }],
    filters: [{ target: 'Person', attribute: 'name', comparison: { IN: ["Ann'; --"] } }],
    startDate: '2024-03-01',
    timezone: 'America/New_York',
  };

  it('keeps the values apart from the SQL', async () => {
    const { sql, params } = await explain(query);
    expect(params).toContainEqual({ type: 'string', value: "Ann'; --" });
    expect(params).toContainEqual({ type: 'datetime', value: '2024-03-01T05:00:00.000Z' });
    expect(sql).toContain('"Commit"');
    expect(sql).not.toMatch(/Ann|2024-03/);
  });

  it('shows the plan that ran, with the tenant in it and a zone by its name', async () => {
    const { plan } = await explain(query);
    const text = JSON.stringify(plan);
    expect(plan['node']).toBe('groups');
    expect(text).toContain('"tenant":{"org":"acme"');
    expect(text).toContain('"zone":"America/New_York"');
    expect(text).not.toContain('stretches');
  });

  it('analyses a run of it', async () => {
    const { timing, plan } = await explain({ select: ['Commit'], columns: ['name'] });
    expect(plan['node']).toBe('rows');
    // Each engine has its own words for its profile.
    expect(timing.analysis).toMatch(/Total Time: [\d.]+s|ReadFromMergeTree/);
    expect(timing.analysis).toContain('Commit');
    expect(timing.milliseconds).toBeGreaterThan(0);
  });
});

describe('what is computed from measures', () => {
  const commits = { target: 'Commit', attribute: 'uuid', reducer: 'count' as const };
  const lines = { target: 'Commit', attribute: 'additions', reducer: 'sum' as const };
  const query: QueryInput = {
    select: ['Commit'],
    groupBys: ['Person.name'],
    aggregations: [commits, lines],
    formulas: [
      { name: 'Lines a commit', formula: ['divide', 'sum(Commit.additions)', 'count(Commit.uuid)'] },
      { name: 'More than before', formula: ['difference', 'count(Commit.uuid)'] },
    ],
    having: [{ column: 'Lines a commit', comparison: { WITHIN: [4.5, null] } }],
    sort: 'Lines a commit',
    compareWith: { ago: '1M' },
    startDate: '2024-03-01',
    endDate: '2024-03-31',
    timezone: 'Europe/Berlin',
  };

  it('touches what its measures touch, and stands in the plan as steps and conditions', async () => {
    const { touched, plan } = await explain(query);
    expect(touched.relations.map(({ from, name }) => `${from}.${name}`)).toEqual(['Commit.Person']);
    expect(plan).toMatchObject({
      steps: expect.arrayContaining([expect.objectContaining({ kind: 'value' })]) as unknown,
      having: [{ from: { bound: { type: 'number', value: 4.5 } }, to: null }],
      formulas: [{ column: { key: 'Lines a commit' } }, { column: { key: 'More than before' } }],
    });
  });

  it('has the starts and ends of both periods, and its thresholds, among the values and not in the SQL', async () => {
    const { sql, params } = await explain(query);
    const values = params.map(({ value }) => value);
    for (const value of ['2024-02-29T23:00:00.000Z', '2024-01-31T23:00:00.000Z', 4.5]) {
      expect(values).toContain(value);
    }
    expect(sql).not.toMatch(/2024|4\.5|Lines a commit/);
  });

  // The statement is DuckDB's SQL only on DuckDB.
  it.skipIf(asksClickhouse())(
    'is shown by the statement that answers: run by hand it gives the same rows',
    async () => {
      const { sql, params } = await explain(query);
      const bound = params.map(({ type, value }) =>
        type === 'datetime' ? new DuckDBTimestampValue(BigInt(Date.parse(String(value))) * 1_000n) : value,
      );
      const result = await fixture.graph.run(sql, bound);
      const { data, columns } = await fixture.ask('group-bys', query);
      const byHand = (await result.getRowsJson()).map((row) => row.slice(0, columns.length));
      expect(byHand).toEqual(data.map((row) => columns.map(({ key }) => row[key])));
      expect(data.length).toBeGreaterThan(0);
    },
  );

  it('names what is wrong with it as the answer itself does', async () => {
    const wrong = { ...query, having: [{ column: 'No such', comparison: { WITHIN: [1, 2] } }] };
    const headers = await fixture.tokens.headers({ role: 'super' });
    const [explained, asked] = await Promise.all(
      ['explain', 'group-bys'].map(async (path) => {
        const answer = await fixture.post(path, wrong, headers);
        const { error } = (await answer.json()) as { error: { code: string; message: string } };
        return [answer.status, error.code, error.message];
      }),
    );
    expect(explained).toEqual(asked);
    expect(explained?.[0]).toBe(400);
  });
});

describe('callers of explain', () => {
  it('who are no super administrators of this org, or ask nothing, are refused', async () => {
    const ask = async (org: string, headers: Record<string, string>, body = '{"select":["Commit"]}') =>
      (
        await fixture.app.request(`/api/${org}/graph-search/explain`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        })
      ).status;
    const { tokens } = fixture;
    expect(await ask('acme', {})).toBe(401);
    const session = await tokens.headers({ role: 'super' });
    expect(await ask('acme', session)).toBe(200);
    expect(await ask('hostile', session)).toBe(404);
    for (const role of ['viewer', 'user', 'admin'] as const) {
      expect(await ask('acme', await tokens.headers({ role }))).toBe(403);
    }
    expect(await ask('acme', session, '{"select":["Comit"]}')).toBe(400);
    expect(await ask('acme', session, '{"select":')).toBe(400);
  });
});
