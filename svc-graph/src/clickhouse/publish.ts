import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ClickHouseClient } from '@clickhouse/client';
import type { OrgId } from '@cairn/contracts';
import { OWN_NAME } from '@cairn/entities';
import type { Kind } from '@cairn/entities';
import { tableParts } from '../query/codec/arrow.ts';
import { tableOf } from '../query/engine/duckdb-columns.ts';
import { quoted } from '../store/ddl.ts';
import type { GraphStore } from '../store/graph-store.ts';
import { createTemp, deleteFrom, dropTemp, insertInto } from '../store/statement.ts';
import type { Transaction } from '../store/transaction.ts';
import { FOREVER, columnStatements, givenColumns, insertStatement, publishedTables } from './tables.ts';
import type { PublishedTable } from './tables.ts';

const ROWS_A_PART = 50_000;
/** Below 2^53, so that a double holds it. It distinguishes versions of one row, not rows. */
const ROW_SUM = `(hash(t) & 4503599627370495)`;

/** Mirror tables in the org's file: one row for each live row on the server. */
const MIRROR = [
  `CREATE TABLE IF NOT EXISTS "ClickhouseSent" ("table" VARCHAR, id UUID, "row" BIGINT)`,
  `CREATE TABLE IF NOT EXISTS "ClickhouseMark" (mirror VARCHAR, version BIGINT, "dataVersion" BIGINT)`,
];

interface Mark {
  readonly mirror: string;
  readonly version: number;
  readonly dataVersion: number;
}

interface Publication {
  readonly version: number;
  readonly done: boolean;
  readonly mirror: string;
}

/** The server, the org and the kinds to publish. */
export interface PublishTarget {
  readonly client: ClickHouseClient;
  readonly org: OrgId;
  /** The kinds of the org, including its own attributes. */
  readonly kinds: readonly Kind[];
  readonly cluster?: string | undefined;
}

interface Publishing extends PublishTarget {
  readonly transaction: Transaction;
  readonly next: number;
}

/** The versions of an org on the server, newest first. */
async function publications(client: ClickHouseClient, org: OrgId): Promise<Publication[]> {
  const answer = await client.query({
    query: `SELECT toFloat64(version) AS version, done, mirror FROM "Publication" FINAL
      WHERE "orgId" = {org:String} ORDER BY version DESC LIMIT 2`,
    query_params: { org },
    format: 'JSONEachRow',
  });
  return answer.json<Publication>();
}

async function note({ client, org, next }: Publishing, mirror: string, done: boolean): Promise<void> {
  await client.command({
    query: `INSERT INTO "Publication" ("orgId", version, done, mirror)
      VALUES ({org:String}, {next:UInt64}, {done:Bool}, {mirror:String})`,
    query_params: { org, next, done, mirror },
  });
}

/**
 * Rewrites rows with another end, which replaces them in place. (Beside a new end the old one has no name.)
 */
async function rewrite(
  { client, org, next }: Publishing,
  name: string,
  until: string,
  where: string,
): Promise<void> {
  await client.command({
    query: `INSERT INTO ${quoted(name)} SELECT * REPLACE (${until} AS "@until", {next:UInt64} AS "@written")
      FROM (SELECT * FROM ${quoted(name)} FINAL WHERE "orgId" = {org:String} AND ${where})`,
    query_params: { org, next, ended: name },
  });
}

/**
 * Undoes an interrupted publication: the rows that it added never become visible, and those that it ended
 * live on.
 */
async function undo(publishing: Publishing, broken: number): Promise<void> {
  const of = String(broken);
  for (const { name } of publishedTables(publishing.kinds)) {
    const until = `if("@since" = ${of}, 0, ${FOREVER})`;
    await rewrite(publishing, name, until, `("@since" = ${of} OR "@until" = ${of})`);
  }
}

interface Filled {
  readonly name: string;
  /** The last version that wrote to the table. */
  readonly written: number;
}

/** The tables that have rows of an org, from any sender. */
async function filledTables({ client, org, kinds }: PublishTarget): Promise<Filled[]> {
  const each = publishedTables(kinds).map(
    ({ name }) =>
      `SELECT '${name}' AS name, toFloat64(max("@written")) AS written FROM ${quoted(name)} WHERE "orgId" = {org:String}`,
  );
  const answer = await client.query({
    query: `SELECT * FROM (${each.join(' UNION ALL ')}) WHERE written > 0`,
    query_params: { org },
    format: 'JSONEachRow',
  });
  return answer.json<Filled>();
}

async function sendRows(publishing: Publishing, table: PublishedTable): Promise<number> {
  const { client, org, transaction, next } = publishing;
  const [count] = await transaction.rows<{ total: number }>('SELECT count(*)::INTEGER AS total FROM fresh');
  const total = Number(count?.total ?? 0);
  const hasOwn = [...table.columns.keys()].some((name) => OWN_NAME.test(name));
  if (total > 0 && hasOwn)
    for (const query of columnStatements(table, publishing.cluster)) await client.command({ query });
  const columns = givenColumns(table).join(', ');
  for (let start = 0; start < total; start += ROWS_A_PART) {
    const result = await transaction.read(
      `SELECT CAST(f."row" AS DOUBLE) AS "@row", ${columns} FROM fresh f JOIN ${quoted(table.name)} t ON t.rowid = f.target
       WHERE f.n > ${start} AND f.n <= ${start + ROWS_A_PART}`,
    );
    const names = ['@row', ...table.columns.keys()];
    const { stream } = await client.exec({
      query: insertStatement(table),
      query_params: { org, version: next },
      values: Readable.from(tableParts(await tableOf(result), names), { objectMode: false }),
    });
    await buffer(stream);
  }
  return total;
}

async function endRows(publishing: Publishing, table: PublishedTable): Promise<number> {
  const { client, org, transaction, next } = publishing;
  const gone = await transaction.read(
    'SELECT CAST(id AS VARCHAR) AS id, CAST("row" AS DOUBLE) AS "row" FROM gone',
  );
  if (gone.rowCount === 0) return 0;
  const { stream } = await client.exec({
    query: `INSERT INTO "Ended" ("orgId", version, "table", id, "row")
      SELECT {org:String}, {version:UInt64}, {table:String}, CAST(id AS UUID), toUInt64("row")
      FROM input('id String, row Float64') FORMAT ArrowStream`,
    query_params: { org, version: next, table: table.name },
    values: Readable.from(tableParts(await tableOf(gone), ['id', 'row']), { objectMode: false }),
  });
  await buffer(stream);
  await rewrite(
    publishing,
    table.name,
    String(next),
    `"@until" = ${FOREVER} AND (${quoted(table.id)}, "@row") IN (SELECT id, "row" FROM "Ended"
      WHERE "orgId" = {org:String} AND version = {next:UInt64} AND "table" = {ended:String})`,
  );
  return gone.rowCount;
}

/** Sends the changes of one table since the last publication; returns the number of rows. */
async function sendTable(publishing: Publishing, table: PublishedTable): Promise<number> {
  const { transaction } = publishing;
  const [name, id] = [quoted(table.name), quoted(table.id)];
  const sent = `SELECT id, "row" FROM "ClickhouseSent" WHERE "table" = '${table.name}'`;
  await transaction.runAll([
    createTemp('here', `SELECT t.rowid AS target, t.${id} AS id, ${ROW_SUM} AS "row" FROM ${name} t`),
    createTemp(
      'fresh',
      `SELECT h.*, row_number() OVER () AS n FROM here h ANTI JOIN (${sent}) s USING (id, "row")`,
    ),
    createTemp('gone', `SELECT s.* FROM (${sent}) s ANTI JOIN here h USING (id, "row")`),
  ]);
  const changed = (await endRows(publishing, table)) + (await sendRows(publishing, table));
  await transaction.runAll([
    deleteFrom(
      'ClickhouseSent',
      `"table" = '${table.name}' AND (id, "row") IN (SELECT (id, "row") FROM gone)`,
    ),
    insertInto('ClickhouseSent', [], `SELECT '${table.name}', id, "row" FROM fresh`),
  ]);
  return changed;
}

/** The version that readers find, and whether it equals the org's file; undefined when all must be sent. */
export async function readableVersion(
  { client, org }: Pick<PublishTarget, 'client' | 'org'>,
  store: GraphStore,
): Promise<{ version: number; isCurrent: boolean } | undefined> {
  for (const statement of MIRROR) await store.run(statement);
  return store.beside(async (transaction) => {
    const newest = (await publications(client, org)).find(({ done }) => done);
    const mark = await agreed(transaction, newest);
    if (!mark) return undefined;
    const isCurrent = Number(mark.dataVersion) === (await dataVersionOf(transaction));
    return { version: Number(mark.version), isCurrent };
  });
}

/** The mark on which both sides agree; without one everything is sent again. */
async function agreed(transaction: Transaction, newest: Publication | undefined): Promise<Mark | undefined> {
  const [mark] = await transaction.rows<Mark>('SELECT * FROM "ClickhouseMark"');
  return mark && newest && mark.mirror === newest.mirror && Number(mark.version) === newest.version
    ? mark
    : undefined;
}

async function dataVersionOf(transaction: Transaction): Promise<number> {
  const [row] = await transaction.rows<{ value: string }>(
    `SELECT value FROM "Meta" WHERE key = 'dataVersion'`,
  );
  return Number(row?.value ?? 0);
}

/**
 * Publishes what the org's file holds now, and returns the version that readers find. Readers see all of it
 * or nothing. Rows state the versions between which they live, and the last write makes the new version
 * visible.
 */
export async function publish(target: PublishTarget, store: GraphStore): Promise<number> {
  const { client, org } = target;
  for (const statement of MIRROR) await store.run(statement);
  return store.beside(async (transaction) => {
    const [newest, before] = await publications(client, org);
    const done = newest?.done ? newest : before;
    const mark = await agreed(transaction, done);
    const others = mark ? [] : await filledTables(target);
    const next = Math.max(newest?.version ?? 0, ...others.map(({ written }) => written)) + 1;
    const publishing = { ...target, transaction, next };
    const mirror = mark?.mirror ?? randomUUID();
    await note(publishing, mirror, false);
    if (newest && !newest.done) await undo(publishing, newest.version);
    if (!mark) {
      await transaction.run(deleteFrom('ClickhouseSent', 'true'));
      for (const { name } of others) await rewrite(publishing, name, String(next), `"@until" = ${FOREVER}`);
    }
    const dataVersion = await dataVersionOf(transaction);
    for (const table of publishedTables(target.kinds)) await sendTable(publishing, table);
    await transaction.runAll(['here', 'fresh', 'gone'].map(dropTemp));
    await note(publishing, mirror, true);
    const agreement = [mirror, String(next), String(dataVersion)];
    await transaction.runAll([
      deleteFrom('ClickhouseMark', 'true'),
      insertInto('ClickhouseMark', [], 'VALUES ($1, $2::BIGINT, $3::BIGINT)', agreement),
    ]);
    return next;
  });
}
