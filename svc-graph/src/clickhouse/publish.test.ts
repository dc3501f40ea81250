import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { OrgId } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fill } from '../../test/search-fixture.ts';
import type { GraphStore } from '../store/graph-store.ts';
import { PUBLISH } from '../store/load.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { findChdb } from '../../test/chdb/chdb-child.ts';
import { startChdb } from '../../test/chdb/chdb-server.ts';
import type { ChdbServer } from '../../test/chdb/chdb-server.ts';
import { clickhouseClient } from './clickhouse-graphs.ts';
import { publish, readableVersion } from './publish.ts';
import { clusterStatements, tableStatements } from './tables.ts';

const ACME = OrgId.parse('acme');

let folder: string;
let server: ChdbServer;
let client: ClickHouseClient;
let stores: GraphStores;
let store: GraphStore;
let databases = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-publish-'));
  server = await startChdb(findChdb() ?? '');
});
beforeEach(async () => {
  const database = `d${String((databases += 1))}`;
  const first = clickhouseClient(server.url('default'));
  await first.command({ query: `CREATE DATABASE ${database}` });
  await first.close();
  client = clickhouseClient(server.url(database));
  for (const query of tableStatements(CATALOGUE.kinds, new Map())) await client.command({ query });
  stores = new GraphStores(join(folder, database));
  store = await stores.open(ACME);
  await fill(store);
  return async () => {
    await stores.close();
    await client.close();
  };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const place = (to = client) => ({ client: to, org: ACME, kinds: CATALOGUE.kinds });

/** The messages of commits that a reader of a version finds. */
async function messages(version: number): Promise<string[]> {
  const answer = await client.query({
    query: `SELECT message FROM "Commit" FINAL WHERE "orgId" = 'acme' AND "@since" <= {version:UInt64}
      AND "@until" > {version:UInt64} ORDER BY message`,
    query_params: { version },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ message: string }>()).map(({ message }) => message);
}

const rename = (from: string, to: string) =>
  store.run('UPDATE "Commit" SET message = $1 WHERE message = $2', [to, from]);

/** All rows of `Commit` ever sent, dead ones included. */
const sentRows = async () => {
  const answer = await client.query({
    query: `SELECT toFloat64(uniqExact(uuid, "@row", "@since")) AS rows FROM "Commit"`,
    format: 'JSONEachRow',
  });
  return (await answer.json<{ rows: number }>())[0]?.rows;
};

describe('a publication', () => {
  it('brings what changed and nothing else, and leaves the version before as it was', async () => {
    const first = await publish(place(), store);
    const before = await messages(first);
    expect(before).toHaveLength(8);
    await rename('Add parser', 'Add a parser');
    await store.run(`DELETE FROM "Commit" WHERE message = 'Merge branch'`);
    const second = await publish(place(), store);
    expect(second).toBe(first + 1);
    expect(await messages(first)).toEqual(before);
    expect(await messages(second)).toEqual(
      before.filter((each) => each !== 'Merge branch').map((each) => each.replace('Add p', 'Add a p')),
    );
    expect(await sentRows()).toBe(9);
  });

  it('does not hold up those who write to the file', async () => {
    let wrote = false;
    const slow = Object.assign(Object.create(client) as ClickHouseClient, {
      query: client.query.bind(client),
      exec: client.exec.bind(client),
      command: async (asked: Parameters<ClickHouseClient['command']>[0]) => {
        if (!wrote) {
          await store.transaction((open) => open.run(PUBLISH));
          wrote = true;
        }
        return client.command(asked);
      },
    });
    await publish(place(slow), store);
    expect(wrote).toBe(true);
    expect(await readableVersion(place(), store)).toEqual({ version: 1, isCurrent: false });
  });

  it('brings back a row that becomes again what it was', async () => {
    await publish(place(), store);
    await rename('Add parser', 'Add a parser');
    await publish(place(), store);
    await rename('Add a parser', 'Add parser');
    const third = await publish(place(), store);
    expect(await messages(third)).toContain('Add parser');
    expect(await messages(third)).not.toContain('Add a parser');
    expect(await messages(third)).toHaveLength(8);
  });

  it('that did not come to its end is taken back by the next one, and no reader ever sees it', async () => {
    const first = await publish(place(), store);
    const before = await messages(first);
    await rename('Add parser', 'Half way');
    const broken = { command: client.command.bind(client), query: client.query.bind(client) };
    let sent = 0;
    const failing = Object.assign(Object.create(client) as ClickHouseClient, broken, {
      exec: (asked: Parameters<ClickHouseClient['exec']>[0]) => {
        const result = client.exec(asked);
        if (/INSERT INTO "Commit"/.test(asked.query)) {
          sent += 1;
          return result.then(() => Promise.reject(new Error('the network is gone')));
        }
        return result;
      },
    });
    await expect(publish(place(failing), store)).rejects.toThrow('the network is gone');
    expect(sent).toBe(1);
    expect(await messages(first)).toEqual(before);
    await rename('Half way', 'Whole way');
    const third = await publish(place(), store);
    expect(await messages(first)).toEqual(before);
    expect(await messages(third)).toEqual(
      before.map((each) => each.replace('Add parser', 'Whole way')).toSorted(),
    );
  });

  it('sends all again to a server that lost it or follows another file', async () => {
    await publish(place(), store);
    await rename('Add parser', 'Add a parser');
    await publish(place(), store);
    expect(await readableVersion(place(), store)).toEqual({ version: 2, isCurrent: true });
    await client.command({ query: 'TRUNCATE TABLE "Publication"' });
    expect(await readableVersion(place(), store)).toBeUndefined();
    expect(await messages(await publish(place(), store))).toHaveLength(8);
    await rename('Add a parser', 'Add the parser');
    expect(await messages(await publish(place(), store))).toHaveLength(8);
    await client.command({ query: 'TRUNCATE TABLE "Publication"' });
    await client.command({ query: 'TRUNCATE TABLE "Commit"' });
    expect(await messages(await publish(place(), store))).toHaveLength(8);
  });
});

describe('tables', () => {
  it('gain the columns that the catalogue gained, and nothing where nothing is missing', () => {
    const statements = tableStatements(CATALOGUE.kinds, new Map());
    expect(statements.every((sql) => sql.startsWith('CREATE TABLE'))).toBe(true);
    const there = new Map(
      statements.map((sql) => [
        /"(\w+)"/.exec(sql)?.[1] ?? '',
        new Set([...sql.matchAll(/"([\w@]+)" /g)].map(([, name = '']) => name)),
      ]),
    );
    expect(tableStatements(CATALOGUE.kinds, there)).toEqual([]);
    there.get('Commit')?.delete('sha');
    expect(tableStatements(CATALOGUE.kinds, there)).toEqual([
      expect.stringMatching(
        /^ALTER TABLE "Commit" .*ADD COLUMN IF NOT EXISTS "sha" Nullable\(String\)/,
      ) as string,
    ]);
  });

  it('on a cluster are replicated, and sharded by org', () => {
    const statements = clusterStatements(CATALOGUE.kinds, 'main');
    const of = (name: string) =>
      statements.find((sql) => sql.startsWith(`CREATE TABLE IF NOT EXISTS "${name}"`));
    expect(of('Commit_local')).toMatch(
      /ON CLUSTER "main" .*ReplicatedReplacingMergeTree\('\/clickhouse\/tables\/\{shard\}\/\{database\}\/Commit', '\{replica\}', "@written"\) ORDER BY \("orgId", /,
    );
    expect(of('Commit')).toMatch(
      /Distributed\("main", currentDatabase\(\), "Commit_local", cityHash64\("orgId"\)\)$/,
    );
    expect(of('Publication')).toContain('cityHash64("orgId")');
  });
});
