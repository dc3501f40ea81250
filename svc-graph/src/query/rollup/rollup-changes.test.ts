import { OrgId } from '@cairn/contracts';
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { duckdbGraphs } from '../graph.ts';
import type { RollupLimits, Rollups } from './rollups.ts';
import { PUBLISH, loadStatements } from '../../store/load.ts';
import { deleteFrom, insertInto, update } from '../../store/statement.ts';
import type { Assignments, Statement } from '../../store/statement.ts';
import { anyWrite } from '../../../test/any-write.ts';
import { ACME, searchFixture, uuidOf } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';
import { runs } from '../../../test/runs.ts';

const EAGER = { atLeast: 0, fewer: 0, settled: 0, most: 1_000, grace: 0 };
const moment = { target: 'Commit', attribute: 'committedAt' };
const measured = (['count', 'sum', 'avg', 'min', 'max'] as const).map((reducer) => {
  return { target: 'Commit', attribute: 'additions', reducer };
});
const QUESTIONS = [
  { groupBys: ['Person.name', { ...moment, unit: 'month' }], aggregations: measured },
  { groupBys: ['Repository.name', 'Commit.isMerge'] },
  { groupBys: [{ ...moment, unit: 'day' }], timezone: 'America/New_York' },
  { groupBys: ['Person.name', { ...moment, unit: 'month' }], timezone: 'Australia/Lord_Howe' },
  { groupBys: [{ ...moment, unit: 'week' }], timezone: 'America/New_York', firstDay: 7 as const },
  { groupBys: ['SourceFile.topFolder', { ...moment, unit: 'month' }], aggregations: measured },
];

let home: SearchFixture;
let scanning: SearchFixture;
let kept: SearchFixture;
let rollups: Rollups;
let asked = 0;

/** The same graph, queried with rollups of its own. */
async function rollupsOver(limits: Partial<RollupLimits> | false) {
  const graphs = duckdbGraphs(home.graphs, { rollups: limits });
  return { fixture: await searchFixture({ graphs }, home), rollups: await graphs.rollups(ACME) };
}

beforeEach(async () => {
  home = await searchFixture();
  scanning = (await rollupsOver(false)).fixture;
  const over = await rollupsOver(EAGER);
  if (!over.rollups) throw new Error('there are no rollups');
  [kept, rollups] = [over.fixture, over.rollups];
});
afterEach(async () => {
  for (const fixture of [kept, scanning, home]) await fixture.close();
});

async function answers(fixture: SearchFixture): Promise<unknown[]> {
  // A new limit each time, so that no cached answer matches.
  asked += 1;
  const all = [];
  for (const question of QUESTIONS) {
    const { data } = await fixture.ask('group-bys', {
      select: ['Commit'],
      ...question,
      limit: 1_000 - (asked % 500),
    });
    all.push(data);
  }
  return all;
}

const publish = (...statements: Statement[]) =>
  home.graph.transaction((open) => open.runAll([...statements, PUBLISH]));

let made = 0;

function inserted(count: number): Statement {
  made += 1;
  const pick = (names: readonly string[]) =>
    `[${names.map((name) => `'${uuidOf(name)}'::UUID`).join()}][1 + CAST(hash(i) % ${names.length} AS BIGINT)]`;
  const values = {
    uuid: 'uuid()',
    name: `'n'`,
    message: `'m'`,
    committedAt: `TIMESTAMP '2024-01-01' + to_hours(CAST(hash(i || ':${made}') % 5000 AS INTEGER))`,
    additions: 'hash(i) % 100',
    isMerge: 'i % 2 = 0',
    authorUuid: pick(['Ann', 'Bob', 'robot']),
    repositoryUuid: pick(['cairn', 'tools']),
    filesAdded: `['a']`,
    deleted: 'false',
    integration: `'git'`,
  };
  const query = `SELECT ${Object.values(values).join(', ')} FROM range(${count}) r(i)`;
  return insertInto('Commit', Object.keys(values), query);
}

/** Edges from commits to files; one commit may touch several files of a folder. */
function touched(salt: number): Statement {
  const files = ['src/a.ts', 'src/b.ts', 'docs/x.md', 'old.txt'].map((name) => `'${uuidOf(name)}'::UUID`);
  const file = `[${files.join()}][1 + CAST(hash(uuid::VARCHAR || '${salt}') % ${files.length} AS BIGINT)]`;
  const query = `SELECT 'touches', uuid, ${file} FROM "Commit" WHERE ${some(salt)}`;
  return insertInto('Relation', ['relation', 'fromUuid', 'toUuid'], query);
}

async function seenAgain(): Promise<void> {
  const rows = await home.graph.rows<{ uuid: string }>('SELECT uuid FROM "Commit" ORDER BY uuid LIMIT 3');
  const seen = [...rows.map(({ uuid }) => uuid), uuidOf(`new ${made}`)];
  const load = {
    table: 'Commit',
    rows: seen.map((uuid, index) => ({
      uuid,
      authorUuid: uuidOf('Bob'),
      committedAt: 1_720_000_000 + 100_000 * index,
      additions: index,
    })),
    match: { authorUuid: 'replace', committedAt: 'greatest', additions: 'replace' },
  } as const;
  await publish(...loadStatements(load));
}

function some(salt: number): string {
  return `hash(uuid::VARCHAR || '${salt}') % 4 = 0`;
}
const updateSome = (set: Assignments, salt: number) => update('Commit', set, `WHERE ${some(salt)}`);
/**
 * All changes that may happen to rows. Some move rows within their table, or change no column of a rollup.
 */
const STEPS: Readonly<Record<string, (salt: number) => Promise<unknown>>> = {
  insert: (salt) => publish(inserted(1 + (salt % 40))),
  insertTwice: (salt) => publish(inserted(5), inserted(1 + (salt % 7))),
  insertUnpublished: () => home.graph.transaction((open) => open.run(inserted(3))),
  insertAlone: () => home.graph.run(inserted(4).sql).then(() => publish()),
  author: (salt) => publish(updateSome({ authorUuid: `'${uuidOf('Bob')}'` }, salt)),
  moment: (salt) => publish(updateSome({ committedAt: '"committedAt" + INTERVAL 31 HOUR' }, salt)),
  lines: (salt) => publish(updateSome({ additions: 'additions + 1' }, salt)),
  message: (salt) => publish(updateSome({ message: `'other'` }, salt)),
  files: (salt) => publish(updateSome({ filesAdded: `['b']` }, salt)),
  mark: (salt) => publish(updateSome({ deleted: 'NOT coalesce(deleted, false)' }, salt)),
  remove: (salt) => publish(deleteFrom('Commit', some(salt))),
  insertAndRemove: (salt) => publish(inserted(9), deleteFrom('Commit', some(salt))),
  seenAgain,
  several: () => publish(anyWrite(`${inserted(2).sql}; DELETE FROM "Commit" WHERE additions = 3`)),
  undone: () =>
    home.graph
      .transaction(async (open) => {
        await open.run(inserted(5));
        throw new Error('undone');
      })
      .catch(() => undefined),
  checkpoint: () => home.graph.run('CHECKPOINT'),
  touch: (salt) => publish(touched(salt), touched(salt + 1)),
  untouch: (salt) => publish(deleteFrom('Relation', `hash("fromUuid"::VARCHAR || '${salt}') % 3 = 0`)),
  folder: (salt) =>
    publish(update('SourceFile', { topFolder: `'folder ${salt % 3}'` }, `WHERE ${some(salt)}`)),
  fileGone: (salt) =>
    publish(update('SourceFile', { deleted: 'NOT coalesce(deleted, false)' }, `WHERE ${some(salt)}`)),
  elsewhere: () => publish(update('Repository', { name: `name || '+'` }, '')),
};

const OVER_THE_EDGE = ['touch', 'folder', 'untouch', 'fileGone'].map((does) => ({ does, salt: 1 }));

describe('a rollup of data that changes', () => {
  it('answers what every row does, whatever is written', async () => {
    const step = record({
      does: constantFrom(...Object.keys(STEPS), 'insert', 'insert'),
      salt: integer({ min: 0, max: 99 }),
    });
    const found = vi.spyOn(rollups, 'find');
    await assert(
      asyncProperty(array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        await publish(inserted(200));
        await publish(touched(1));
        for (const { does, salt } of steps) {
          await answers(kept);
          await rollups.idle();
          await STEPS[does]?.(salt);
          const expected = await answers(scanning);
          // Asked at once, while rollups may be under construction, and again from the finished ones.
          expect(await answers(kept)).toEqual(expected);
          await rollups.idle();
          expect(await answers(kept)).toEqual(expected);
          expect(found.mock.results.slice(-QUESTIONS.length).every(({ value }) => value !== null)).toBe(true);
        }
        const anew = await rollupsOver(EAGER);
        await answers(anew.fixture);
        await anew.rollups?.idle();
        expect(await answers(anew.fixture)).toEqual(await answers(kept));
        await anew.fixture.close();
      }),
      { numRuns: 1 + runs(12), examples: [[OVER_THE_EDGE]] },
    );
  }, 120_000);

  const need = (at: number) => {
    const asked = {
      table: 'Commit',
      softDeletes: true,
      time: 'committedAt',
      timeGrain: 'day',
      zone: 'UTC',
      hours: true,
    } as const;
    return rollups.find({ ...asked, dims: ['authorUuid'], numbers: ['additions'] }, at);
  };
  const now = async () => need(await home.graph.dataVersion());
  const tables = async () => {
    const rows = await home.graph.rows<{ name: string }>(
      `SELECT table_name AS name FROM duckdb_tables() WHERE database_name = 'rollups'`,
    );
    return rows.map(({ name }) => name);
  };
  const makeOne = async () => {
    await publish(deleteFrom('Commit', 'true'), deleteFrom('Event', 'true'));
    await home.graph.run('CHECKPOINT');
    await publish(inserted(300));
    await now();
    await rollups.idle();
    return (await now())?.table ?? 'none';
  };

  it('stays as it is when nothing that it keeps is written', async () => {
    const table = await makeOne();
    await publish(update('Commit', { message: `'other'` }, ''), update('Repository', { name: `'x'` }, ''));
    expect((await now())?.table).toBe(table);
    await publish(update('Commit', { additions: '1' }, 'WHERE false'));
    expect((await now())?.table).toBe(table);
  });

  it('is dropped and made anew after any write to a column that it keeps', async () => {
    let table = await makeOne();
    for (const change of [
      inserted(20),
      updateSome({ additions: 'additions + 1' }, 1),
      deleteFrom('Commit', some(2)),
    ]) {
      await publish(change);
      expect(await now()).toBeNull();
      await rollups.idle();
      const anew = (await now())?.table ?? 'none';
      expect(anew).not.toBe(table);
      await expect.poll(tables).toEqual([anew]);
      table = anew;
    }
  });
});

describe('rollups of several orgs', () => {
  it('share one budget: a new one evicts the least recently used of any org', async () => {
    const both = [ACME, OrgId.parse('hostile')] as const;
    // Room for the eight commits of one org, not of two.
    const graphs = duckdbGraphs(home.graphs, { rollups: { ...EAGER, allBytes: 400 } });
    const need = {
      table: 'Commit',
      softDeletes: true,
      time: null,
      timeGrain: 'month',
      zone: 'UTC',
      hours: true,
    } as const;
    const make = async (orgId: OrgId) => {
      const own = await graphs.rollups(orgId);
      const version = await (await home.graphs.open(orgId)).dataVersion();
      const find = () => own?.find({ ...need, dims: ['uuid'], numbers: [] }, version);
      find();
      await own?.idle();
      return find();
    };
    const tables = async () => {
      const counted = `SELECT count(*)::INTEGER AS n FROM duckdb_tables() WHERE database_name = 'rollups'`;
      const stores = await Promise.all(both.map((orgId) => home.graphs.open(orgId)));
      const rows = await Promise.all(stores.map((store) => store.rows<{ n: number }>(counted)));
      return rows.map(([row]) => row?.n);
    };
    for (const [orgId, left] of [
      [both[0], [1, 0]],
      [both[1], [0, 1]],
      [both[0], [1, 0]],
    ] as const) {
      expect(await make(orgId)).not.toBeNull();
      await expect.poll(tables).toEqual(left);
    }
  });
});
