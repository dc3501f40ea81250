import {
  BIGINT,
  BOOLEAN,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBType,
  TIMESTAMP,
  UUID,
  VARCHAR,
} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { ColumnBatch, ColumnVector } from './columns.ts';
import { quoted } from './ddl.ts';

const TYPES = {
  UUID: { type: UUID, width: 16 },
  BIGINT: { type: BIGINT, width: 8 },
  TIMESTAMP: { type: TIMESTAMP, width: 8 },
  BOOLEAN: { type: BOOLEAN, width: 1 },
  VARCHAR: { type: VARCHAR, width: 16 },
} as const;

/** Rows of DuckDB's largest chunk. */
const ROWS_A_CHUNK = 2_048;
const ALL_NULL = new Uint8Array(ROWS_A_CHUNK / 8);

/** The columns of a table in order, each with its values if any are given. */
type TableColumns = readonly { readonly type: DuckDBType; readonly given: ColumnVector | undefined }[];

async function columnsOfTable(
  connection: DuckDBConnection,
  { table, columns }: ColumnBatch,
): Promise<TableColumns> {
  const result = await connection.run(`SELECT * FROM ${quoted(table)} LIMIT 0`);
  const all = result.columnNames().map((name, index) => ({
    type: result.columnType(index),
    given: columns.find((column) => column.name === name),
  }));
  const fits = ({ type, given }: TableColumns[number]) =>
    given && TYPES[given.type].type.typeId === type.typeId;
  if (all.filter(fits).length < columns.length)
    throw new Error(`${table} has not the columns that are given`);
  return all;
}

async function createTempTable(
  connection: DuckDBConnection,
  { table, columns }: ColumnBatch,
): Promise<TableColumns> {
  const list = columns.map(({ name, type }) => `${quoted(name)} ${type}`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${quoted(table)} (${list.join(', ')})`);
  return columns.map((given) => ({ type: TYPES[given.type].type, given }));
}

/** Bulk-inserts columns in the open transaction, into a new temporary table or a table of the file. */
export async function appendColumns(connection: DuckDBConnection, batch: ColumnBatch): Promise<void> {
  const all = batch.persistent
    ? await columnsOfTable(connection, batch)
    : await createTempTable(connection, batch);
  const appender = batch.persistent
    ? await connection.createAppender(batch.table)
    : await connection.createAppender(batch.table, 'main', 'temp');
  const chunk = DuckDBDataChunk.create(all.map(({ type }) => type));
  for (let start = 0; start < batch.rows; start += ROWS_A_CHUNK) {
    const count = Math.min(ROWS_A_CHUNK, batch.rows - start);
    chunk.reset();
    for (const [index, { given }] of all.entries())
      fill(duckdb.data_chunk_get_vector(chunk.chunk, index), given, start, count);
    chunk.rowCount = count;
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

function fill(vector: duckdb.Vector, given: ColumnVector | undefined, start: number, count: number): void {
  if (given?.text !== undefined) {
    duckdb.vector_reference_value(vector, duckdb.create_varchar(given.text));
    return;
  }
  if (given) {
    const { data, type } = given;
    const { width } = TYPES[type];
    const from = data.byteOffset + start * width;
    duckdb.copy_data_to_vector(vector, 0, data.buffer, from, count * width);
    if (!given.validity) return;
  }
  const { buffer, byteOffset } = given?.validity ?? ALL_NULL;
  duckdb.vector_ensure_validity_writable(vector);
  const from = byteOffset + (given ? start / 8 : 0);
  duckdb.copy_data_to_vector_validity(vector, 0, buffer, from, Math.ceil(count / 8));
}
