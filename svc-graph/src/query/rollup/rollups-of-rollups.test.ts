import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { duckdbGraphs } from '../graph.ts';
import type { RollupLimits } from './rollups.ts';
import { PUBLISH } from '../../store/load.ts';
import { ACME, searchFixture } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';

const EAGER = { atLeast: 0, fewer: 0, few: 0, settled: 0, grace: 0 };

let home: SearchFixture;
/** What was run to make rollups. */
let statements: string[];
const opened: SearchFixture[] = [];

async function rollupsBy(limits: Partial<RollupLimits>) {
  const store = await home.graphs.open(ACME);
  type Work = Parameters<typeof store.asOfVersion>[0];
  const telling: typeof store = Object.create(store, {
    asOfVersion: {
      value: (work: Work) =>
        store.asOfVersion((run, as) =>
          work((statement) => {
            statements.push(statement);
            return run(statement);
          }, as),
        ),
    },
  });
  const graphs = duckdbGraphs({ open: () => Promise.resolve(telling) }, { rollups: limits });
  const rollups = await graphs.rollups(ACME);
  if (!rollups) throw new Error('there are no rollups');
  const fixture = await searchFixture({ graphs }, home);
  opened.push(fixture);
  return { fixture, rollups };
}

beforeEach(async () => {
  home = await searchFixture();
  statements = [];
  await publish(`DELETE FROM "Commit"`, `DELETE FROM "Event"`);
  await home.graph.run('CHECKPOINT');
});
afterEach(async () => {
  for (const fixture of opened.splice(0)) await fixture.close();
  await home.close();
});

const publish = (...all: string[]) =>
  home.graph.transaction(async (open) => {
    for (const statement of [...all, PUBLISH.sql]) await open.run(statement);
  });

const commits = (count: number, from = '2024-01-01') =>
  `INSERT INTO "Commit" (uuid, name, "committedAt", additions, "isMerge", deleted, integration)
   SELECT uuid(), 'n' || i, TIMESTAMP '${from}' + to_hours(CAST(i % 700 AS INTEGER)), i % 10, i % 2 = 0, false, 'git'
   FROM range(${count}) r(i)`;

const HOURS = {
  table: 'Commit',
  softDeletes: true,
  time: 'committedAt',
  dims: [],
  numbers: [],
  hours: true,
} as const;
const hourly = { ...HOURS, fineness: 'hour', zone: 'UTC' } as const;
const daily = { ...HOURS, fineness: 'day', zone: 'America/New_York' } as const;

const readsTable = (statement: string) => statement.includes('FROM "Commit"');
const total = async (table: string | undefined) => {
  const [sum] = await home.graph.rows<{ n: number }>(
    `SELECT sum("@rows")::INTEGER AS n FROM rollups."${table ?? 'none'}"`,
  );
  return sum?.n;
};

describe('a rollup that keeps more than is asked for', () => {
  const made = async () => {
    const { rollups } = await rollupsBy(EAGER);
    await publish(commits(1_000));
    const found = async (need: typeof hourly | typeof daily) =>
      rollups.find(need, await home.graph.dataVersion());
    await found(hourly);
    await rollups.idle();
    return { rollups, found };
  };

  it('answers at once, and is made a smaller one of without reading the table', async () => {
    const { rollups, found } = await made();
    statements = [];
    expect((await found(daily))?.kept).toEqual(hourly);
    await rollups.idle();
    const smaller = await found(daily);
    expect(smaller?.kept).toEqual(daily);
    expect(await total(smaller?.table)).toBe(1_000);
    expect(statements.filter(readsTable)).toEqual([]);
    expect((await found(hourly))?.kept).toEqual(hourly);
  });

  it('is made a smaller one of with all that came since', async () => {
    const { rollups, found } = await made();
    await found(hourly);
    await publish(commits(20));
    await expect.poll(async () => total((await found(hourly))?.table)).toBe(1_020);
    await found(daily);
    await rollups.idle();
    const smaller = await found(daily);
    expect([smaller?.kept, await total(smaller?.table)]).toEqual([daily, 1_020]);
  });

  it('is kept up beside the smaller one', async () => {
    const { rollups, found } = await made();
    await found(daily);
    await rollups.idle();
    const smaller = await found(daily);
    await publish(commits(20));
    await expect.poll(() => found(daily)).toEqual(smaller);
    expect(await total(smaller?.table)).toBe(1_020);
    await expect.poll(async () => total((await found(hourly))?.table)).toBe(1_020);
  });

  it('is made anew together with the smaller one after any other change', async () => {
    const { rollups, found } = await made();
    await found(daily);
    await rollups.idle();
    await found(daily);
    await publish(`DELETE FROM "Commit" WHERE additions = 3`);
    expect(await found(daily)).toBeNull();
    await rollups.idle();
    const [anew, more] = [await found(daily), await found(hourly)];
    expect([anew?.kept, more?.kept]).toEqual([daily, hourly]);
    expect([await total(anew?.table), await total(more?.table)]).toEqual([900, 900]);
  });

  it('stays as it is where it has few rows, or a smaller one would have nearly as many', async () => {
    for (const limits of [
      { ...EAGER, few: 1_000 },
      { ...EAGER, fewer: 100, never: [] },
    ]) {
      const { rollups } = await rollupsBy(limits);
      await publish(commits(100_000));
      const version = await home.graph.dataVersion();
      rollups.find(hourly, version);
      await rollups.idle();
      statements = [];
      for (let times = 0; times < 3; times++) {
        expect(rollups.find(daily, version)?.kept).toEqual(hourly);
        await rollups.idle();
      }
      // It is looked at once, if at all.
      expect(statements.length).toBeLessThanOrEqual(2);
    }
  });

  it('makes no days of a zone whose clock was once moved by less than an hour', async () => {
    const { rollups, fixture } = await rollupsBy(EAGER);
    // Norfolk Island was eleven and a half hours ahead until October 2015, eleven or twelve since.
    await publish(commits(700, '2015-03-01 00:45:00'), commits(700, '2024-03-01 00:45:00'));
    const ask = async (asked: object, of = fixture) => {
      const query = { select: ['Commit'], timezone: 'Pacific/Norfolk', ...asked };
      const groupBys = [{ target: 'Commit', attribute: 'committedAt', unit: 'day' }];
      return (await of.ask('group-bys', { ...query, groupBys })).data;
    };
    for (const limit of [50, 51]) {
      await ask({ startDate: '2024-03-01', endDate: '2024-04-30', limit });
      await rollups.idle();
    }
    const scanning = await searchFixture({ graphs: duckdbGraphs(home.graphs, { rollups: false }) }, home);
    opened.push(scanning);
    expect(await ask({ limit: 100 })).toEqual(await ask({ limit: 100 }, scanning));
  });
});

describe('a rollup of what an edge leads to', () => {
  const folders = ['SourceFile.topFolder'];
  const asked = async (...queries: object[]) => {
    const { fixture, rollups } = await rollupsBy(EAGER);
    const find = vi.spyOn(rollups, 'find');
    for (const query of queries) {
      await fixture.ask('group-bys', { select: ['Commit'], ...query });
      await rollups.idle();
    }
    return find.mock;
  };

  it('serves the same folders by other attributes of commits, and nothing else', async () => {
    await publish(commits(10));
    const { calls, results } = await asked(
      { groupBys: [...folders, 'Commit.isMerge'] },
      { groupBys: folders, limit: 10 },
      { groupBys: ['Commit.isMerge'] },
      { groupBys: [...folders, 'SourceFile.extension'] },
    );
    expect(calls.map(([need]) => need.beside?.columns)).toEqual([
      ['topFolder'],
      ['topFolder'],
      undefined,
      ['extension', 'topFolder'],
    ]);
    expect(results.map(({ value }) => value !== null)).toEqual([false, true, false, false]);
  });

  it('is not asked for where rows of one group may be of several things', async () => {
    const ending = { target: 'SourceFile', attribute: 'extension', comparison: { IN: ['ts'] } };
    const { calls } = await asked(
      { groupBys: folders, filters: [ending] },
      { groupBys: ['SourceFile.Repository.name'] },
      { groupBys: ['Person.Team.name'] },
      { groupBys: folders, aggregations: [{ target: 'SourceFile', attribute: 'uuid', reducer: 'count' }] },
    );
    expect(calls).toEqual([]);
  });
});
