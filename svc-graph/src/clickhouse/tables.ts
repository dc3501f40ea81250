import type { Kind } from '@cairn/entities';
import { columnFor } from '../query/dialect/clickhouse.ts';
import type { ValueType } from '../query/plan/plan.ts';
import { OWN_TABLES, columnsOf, quoted } from '../store/ddl.ts';

/** How ClickHouse stores a DuckDB type, how it is sent, and how it is converted on arrival. */
interface ColumnType {
  readonly of: ValueType;
  readonly stored: string;
  readonly sent: string;
  /** The SQL with which DuckDB exports it: double, timestamp, boolean, text or list of text. */
  readonly given: (column: string) => string;
  /** Converts the sent value to the stored one, when a cast does not suffice. */
  readonly read?: (column: string) => string;
}

const plain = (column: string) => column;
const asText = (column: string) => `CAST(${column} AS VARCHAR)`;
const TEXT = 'Nullable(String)';
const MOMENT = `Nullable(DateTime64(6, 'UTC'))`;
const LIST = 'Array(Nullable(String))';

const TYPES: Readonly<Record<string, ColumnType>> = {
  VARCHAR: { of: 'string', stored: TEXT, sent: TEXT, given: plain },
  JSON: { of: 'json', stored: TEXT, sent: TEXT, given: asText },
  UUID: { of: 'uuid', stored: 'Nullable(UUID)', sent: TEXT, given: asText },
  BIGINT: {
    of: 'number',
    stored: 'Nullable(Int64)',
    sent: 'Nullable(Float64)',
    given: (column) => `CAST(${column} AS DOUBLE)`,
    // A cast also reads the bytes under a missing value, which may not be a number.
    read: (column) => `accurateCastOrNull(${column}, 'Int64')`,
  },
  DOUBLE: { of: 'number', stored: 'Nullable(Float64)', sent: 'Nullable(Float64)', given: plain },
  BOOLEAN: { of: 'boolean', stored: 'Nullable(Bool)', sent: 'Nullable(Bool)', given: plain },
  TIMESTAMP: { of: 'datetime', stored: MOMENT, sent: MOMENT, given: plain },
  DATE: { of: 'date', stored: 'Nullable(Date32)', sent: TEXT, given: asText },
  // ClickHouse lists cannot be NULL, so a missing list holds one NULL.
  'VARCHAR[]': {
    of: 'string[]',
    stored: LIST,
    sent: LIST,
    given: (column) => `coalesce(${column}, [NULL::VARCHAR])`,
  },
};

function typeOf(type: string): ColumnType {
  const found = TYPES[type];
  if (!found) throw new Error(`ClickHouse has no form for ${type}`);
  return found;
}

const columnOf = (name: string, type: string): string => quoted(columnFor(name, typeOf(type).of));

/** A table that queries read: its name and columns on both sides. */
export interface PublishedTable {
  readonly name: string;
  /** Column names and DuckDB types. */
  readonly columns: ReadonlyMap<string, string>;
  /** The column that identifies a row, together with the sum of the whole row. */
  readonly id: string;
  /** The sort key of rows within an org. */
  readonly order: readonly string[];
}

/** The tables that queries read; all others stay in the org's DuckDB file. */
export function publishedTables(kinds: readonly Kind[]): PublishedTable[] {
  const edges = new Map(Object.entries(OWN_TABLES['Relation'] ?? {}));
  return [
    ...kinds.map((kind) => ({
      name: kind.name,
      columns: columnsOf(kind),
      id: 'uuid',
      order: [kind.timeAttribute, 'uuid'],
    })),
    { name: 'Relation', columns: edges, id: 'fromUuid', order: ['relation', 'fromUuid', 'toUuid'] },
  ];
}

/** The end of rows that have not ended. */
export const FOREVER = '18446744073709551615';

const VERSIONED = [
  '"orgId" String',
  '"@row" UInt64',
  '"@since" UInt64',
  '"@until" UInt64',
  '"@written" UInt64',
];

/** The publications so far, by version. Readers do not see a version that has only begun. */
const PUBLICATION = `"orgId" String, version UInt64, done Bool, mirror String, at DateTime64(3, 'UTC') DEFAULT now64(3)`;
const ENDED = `"orgId" String, version UInt64, "table" String, id UUID, "row" UInt64, at DateTime DEFAULT now()`;

interface Stored {
  readonly name: string;
  readonly columns: string;
  readonly engine: string;
  /** The engine's name and arguments, without its replication path. */
  readonly version?: string;
  readonly rest: string;
}

function storedTables(kinds: readonly Kind[]): Stored[] {
  const data = publishedTables(kinds).map(({ name, columns, order }): Stored => {
    const own = [...columns].map(([column, type]) => `${columnOf(column, type)} ${typeOf(type).stored}`);
    const key = ['orgId', ...order, '@row', '@since'].map(quoted).join(', ');
    return {
      name,
      columns: [...VERSIONED, ...own].join(', '),
      engine: 'ReplacingMergeTree',
      version: '"@written"',
      rest: `ORDER BY (${key}) SETTINGS allow_nullable_key = 1`,
    };
  });
  return [
    ...data,
    {
      name: 'Publication',
      columns: PUBLICATION,
      engine: 'ReplacingMergeTree',
      version: 'done',
      rest: 'ORDER BY ("orgId", version)',
    },
    {
      name: 'Ended',
      columns: ENDED,
      engine: 'MergeTree',
      rest: 'ORDER BY ("orgId", version, "table", id) TTL at + INTERVAL 1 DAY',
    },
  ];
}

/** The tables of a server and the names of their columns. */
export type There = ReadonlyMap<string, ReadonlySet<string>>;

/** Statements that create missing tables and columns on a single server. */
export function tableStatements(kinds: readonly Kind[], there: There): string[] {
  const create = storedTables(kinds)
    .filter(({ name }) => !there.has(name))
    .map(
      ({ name, columns, engine, version = '', rest }) =>
        `CREATE TABLE IF NOT EXISTS ${quoted(name)} (${columns}) ENGINE = ${engine}(${version}) ${rest}`,
    );
  const grown = publishedTables(kinds).filter(({ name, columns }) => {
    const has = there.get(name);
    return has && [...columns].some(([column, type]) => !has.has(columnFor(column, typeOf(type).of)));
  });
  return [...create, ...grown.flatMap((table) => columnStatements(table))];
}

function gained({ name, columns }: PublishedTable, where: string): string {
  const added = [...columns].map(
    ([column, type]) => `ADD COLUMN IF NOT EXISTS ${columnOf(column, type)} ${typeOf(type).stored}`,
  );
  return `ALTER TABLE ${quoted(name)}${where} ${added.join(', ')}`;
}

/** Statements that add the missing columns of a table, on all servers of a cluster if there is one. */
export function columnStatements(table: PublishedTable, cluster?: string): string[] {
  if (!cluster) return [gained(table, '')];
  const on = ` ON CLUSTER ${quoted(cluster)}`;
  return [gained({ ...table, name: `${table.name}_local` }, on), gained(table, on)];
}

/**
 * `tableStatements` for a cluster: replicated tables that hold a shard's orgs, and distributed tables that
 * find an org's shard. No test runs it.
 */
export function clusterStatements(kinds: readonly Kind[], cluster: string): string[] {
  const on = ` ON CLUSTER ${quoted(cluster)}`;
  const stored = storedTables(kinds);
  const local = stored.map(({ name, columns, engine, version, rest }) => {
    const path = `'/clickhouse/tables/{shard}/{database}/${name}', '{replica}'`;
    const args = version ? `${path}, ${version}` : path;
    return `CREATE TABLE IF NOT EXISTS ${quoted(`${name}_local`)}${on} (${columns}) ENGINE = Replicated${engine}(${args}) ${rest}`;
  });
  const spread = stored.map(
    ({ name, columns }) =>
      `CREATE TABLE IF NOT EXISTS ${quoted(name)}${on} (${columns}) ENGINE = Distributed(${quoted(cluster)}, currentDatabase(), ${quoted(`${name}_local`)}, cityHash64("orgId"))`,
  );
  const added = publishedTables(kinds).flatMap((table) => columnStatements(table, cluster));
  return [...local, ...spread, ...added];
}

/** The columns that DuckDB selects for sending, in the order of `inputOf`. */
export function givenColumns({ columns }: PublishedTable): string[] {
  return [...columns].map(
    ([column, type]) => `${typeOf(type).given(`t.${quoted(column)}`)} AS ${quoted(column)}`,
  );
}

/** The statement that inserts rows sent as columns of simple types. */
export function insertStatement({ name, columns }: PublishedTable): string {
  const names = [...columns].map(([column, type]) => columnOf(column, type));
  const read = [...columns].map(([column, type]) => {
    const { stored, read: made = (of: string) => `CAST(${of} AS ${stored})` } = typeOf(type);
    return made(quoted(column));
  });
  const shape = [...columns].map(([column, type]) => `${quoted(column)} ${typeOf(type).sent}`);
  const input = ['"@row" Float64', ...shape].join(', ').replaceAll(`'`, `\\'`);
  return `INSERT INTO ${quoted(name)} ("orgId", "@row", "@since", "@until", "@written", ${names.join(', ')})
    SELECT {org:String}, toUInt64("@row"), {version:UInt64}, ${FOREVER}, {version:UInt64}, ${read.join(', ')}
    FROM input('${input}') FORMAT ArrowStream`;
}
