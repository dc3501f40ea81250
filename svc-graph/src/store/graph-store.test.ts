import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tablesOf } from './ddl.ts';
import { GraphStores } from './graph-stores.ts';
import { PUBLISH } from './load.ts';
import { NewerDataError } from './schema.ts';
import { insertInto, replaceRow } from './statement.ts';

const acme = OrgId.parse('acme');
let dir: string;
let stores: GraphStores;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cairn-store-'));
  stores = new GraphStores(dir);
});
afterEach(async () => {
  await stores.close();
  await rm(dir, { recursive: true });
});

describe('the store of an org', () => {
  it('has a column for every attribute and link of the catalogue', async () => {
    const store = await stores.open(acme);
    const rows = await store.rows<{ table_name: string; column_name: string }>(
      'SELECT table_name, column_name FROM information_schema.columns',
    );
    const there = new Set(rows.map((row) => `${row.table_name}.${row.column_name}`));
    for (const [table, columns] of tablesOf(CATALOGUE.kinds))
      for (const column of columns.keys()) expect(there).toContain(`${table}.${column}`);
    expect(there).toContain('Commit.authorUuid');
    expect(there).toContain('Event.entityUuid');
  });

  it('takes away what a killed process did not, once, and not under another thread', async () => {
    const temp = join(dir, 'graph/tmp/acme');
    const left = join(temp, 'duckdb_temp_storage_DEFAULT-0.tmp');
    await mkdir(temp, { recursive: true });
    await writeFile(left, 'x');
    await stores.open(acme);
    expect(existsSync(left)).toBe(false);
    await mkdir(temp, { recursive: true });
    await writeFile(left, 'in use');
    const thread = new GraphStores(dir);
    await thread.open(acme);
    expect(existsSync(left)).toBe(true);
    await thread.close();
  });

  it('refuses to read files, to attach databases and to change its configuration', async () => {
    const store = await stores.open(acme);
    await expect(store.run(`SELECT * FROM read_csv('/etc/passwd')`)).rejects.toThrow(/disabled/);
    await expect(store.run(`ATTACH '${join(dir, 'other.duckdb')}'`)).rejects.toThrow(/disabled/);
    await expect(store.run(`COPY (SELECT 1) TO '${join(dir, 'out.csv')}'`)).rejects.toThrow(/disabled/);
    await expect(store.run(`SET enable_external_access = true`)).rejects.toThrow(/locked|Cannot/);
    await expect(store.run(`INSTALL httpfs`)).rejects.toThrow();
  });

  it('cancels a running query, and one that has not begun', async () => {
    const store = await stores.open(acme);
    const long = 'SELECT count(*) FROM range(1000000000) a, range(1000) b WHERE a.range % 7 = b.range % 5';
    const running = new AbortController();
    const answer = store.run(long, [], { signal: running.signal });
    running.abort();
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    await expect(store.run(long, [], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(await store.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('keeps nothing of a transaction that fails', async () => {
    const store = await stores.open(acme);
    const failing = store.transaction(async (transaction) => {
      await transaction.run(insertInto('Commit', ['name'], `VALUES ('half')`));
      throw new Error('power cut');
    });
    await expect(failing).rejects.toThrow('power cut');
    expect(await store.rows('SELECT count(*)::INT AS n FROM "Commit"')).toEqual([{ n: 0 }]);
  });

  it('works out what follows where a transaction publishes, and not where it only writes', async () => {
    await stores.close();
    let derived = 0;
    stores = new GraphStores(dir, { derive: () => Promise.resolve(void (derived += 1)) });
    const store = await stores.open(acme);
    const before = derived;
    const write = insertInto('Commit', ['name'], `VALUES ('some')`);
    await store.transaction((transaction) => transaction.run(write));
    await store.transaction((transaction) => transaction.run(replaceRow('Meta', ['y', 'x'])));
    expect(derived).toBe(before);
    await store.transaction(async (transaction) => {
      await transaction.run(write);
      await transaction.run(PUBLISH);
    });
    expect(derived).toBe(before + 1);
  });

  it('keeps statements to one of two threads while a work asks for it, and gives them both back', async () => {
    const store = await stores.open(acme);
    const set = async (name: string) =>
      (await store.rows<{ value: number }>(`SELECT current_setting('${name}')::INTEGER AS value`))[0]?.value;
    const within = (await set('threads')) === 2 ? 2 : 1;
    expect(await store.undivided(() => set('external_threads'))).toBe(within);
    expect(await set('external_threads')).toBe(1);
    await expect(store.undivided(() => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
    expect(await set('external_threads')).toBe(1);
  });

  it('plans alike on every connection: joins by date have no nested loops, however few rows are expected', async () => {
    const store = await stores.open(acme);
    const settings = ['asof_loop_join_threshold', 'perfect_ht_threshold', 'dynamic_or_filter_threshold'];
    const kept = settings.map((name) => `current_setting('${name}')::INTEGER`).join(', ');
    const asked = Array.from({ length: 4 }, async () => {
      const [values] = await store.rows<{ kept: number[] }>(`SELECT [${kept}] AS kept FROM range(1)`);
      const [plan] = await store.rows<{ explain_value: string }>(
        `EXPLAIN WITH few AS (SELECT range AS at, range % 2 AS key FROM range(3))
         SELECT l.at, r.at FROM few l ASOF LEFT JOIN few r ON l.key = r.key AND l.at > r.at`,
      );
      return { ...values, loops: /LOOP/.test(plan?.explain_value ?? 'LOOP') };
    });
    for (const plans of await Promise.all(asked)) expect(plans).toEqual({ kept: [0, 18, 400], loops: false });
  });

  it('opens again with what was written, and lists its orgs', async () => {
    const store = await stores.open(acme);
    await store.run(`INSERT INTO "Commit" (name) VALUES ('kept')`);
    await stores.close();
    stores = new GraphStores(dir);
    expect(await stores.orgs()).toEqual(['acme']);
    expect(await (await stores.open(acme)).rows('SELECT name FROM "Commit"')).toEqual([{ name: 'kept' }]);
  });

  it('adds the columns that an older file lacks', async () => {
    const store = await stores.open(acme);
    await store.run('ALTER TABLE "Commit" DROP COLUMN "sha"');
    await store.run(`UPDATE "Meta" SET value = 'older' WHERE key = 'schema'`);
    await stores.close();
    stores = new GraphStores(dir);
    expect(await (await stores.open(acme)).rows('SELECT sha FROM "Commit"')).toEqual([]);
  });

  it('moves the answers to invitations of an older file to a column of their own', async () => {
    const store = await stores.open(acme);
    await store.run('ALTER TABLE "Relation" DROP COLUMN answer');
    const edges = `('attends', uuid(), uuid(), 'declined'), ('touches', uuid(), uuid(), 'added')`;
    await store.run(`INSERT INTO "Relation" (relation, "fromUuid", "toUuid", change) VALUES ${edges}`);
    await store.run(`UPDATE "Meta" SET value = 'older' WHERE key = 'schema'`);
    await stores.close();
    stores = new GraphStores(dir);
    expect(
      await (await stores.open(acme)).rows('SELECT relation, answer, change FROM "Relation" ORDER BY 1'),
    ).toEqual([
      { relation: 'attends', answer: 'declined', change: null },
      { relation: 'touches', answer: null, change: 'added' },
    ]);
  });

  it('stores a column once something fills what nothing filled, and keeps what an older file stores', async () => {
    const store = await stores.open(acme);
    const columns = [
      ['cairnSummary', `GENERATED ALWAYS AS (CAST(NULL AS VARCHAR))`],
      ['sha', `GENERATED ALWAYS AS (CAST(NULL AS VARCHAR))`],
      ['cairnValueStatement', ''],
    ];
    const list = columns.map(([name, rest]) => `"${name}" VARCHAR ${rest}`);
    await store.run('DROP TABLE "Commit"');
    await store.run(`CREATE TABLE "Commit" (uuid UUID, ${list.join()})`);
    await store.run(`INSERT INTO "Commit" (uuid, "cairnValueStatement") VALUES (uuid(), 'kept')`);
    await store.run(`UPDATE "Meta" SET value = 'older' WHERE key = 'schema'`);
    await stores.close();
    stores = new GraphStores(dir);
    const later = await stores.open(acme);
    await later.run(`UPDATE "Commit" SET sha = 'filled'`);
    expect(await later.rows('SELECT sha, "cairnValueStatement", "cairnSummary" FROM "Commit"')).toEqual([
      { sha: 'filled', cairnValueStatement: 'kept', cairnSummary: null },
    ]);
    await expect(later.run(`UPDATE "Commit" SET "cairnSummary" = 'nobody'`)).rejects.toThrow(/generated/);
  });

  it('refuses a file of a newer version and says what to do', async () => {
    const store = await stores.open(acme);
    await store.run(`UPDATE "Meta" SET value = '99' WHERE key = 'schemaVersion'`);
    await stores.close();
    stores = new GraphStores(dir);
    await expect(stores.open(acme)).rejects.toThrow(NewerDataError);
    await expect(stores.open(acme)).rejects.toThrow(/newer version of Cairn/);
  });

  it('takes no id that would lead out of its folder', async () => {
    await expect(stores.open('../acme' as OrgId)).rejects.toThrow();
  });
});
