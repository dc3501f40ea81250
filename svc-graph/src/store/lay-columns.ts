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
import type { Column, Columns } from './columns.ts';
import { quoted } from './ddl.ts';

const TYPES = {
  UUID: { type: UUID, width: 16 },
  BIGINT: { type: BIGINT, width: 8 },
  TIMESTAMP: { type: TIMESTAMP, width: 8 },
  BOOLEAN: { type: BOOLEAN, width: 1 },
  VARCHAR: { type: VARCHAR, width: 16 },
} as const;

/** Rows of the largest chunk that the engine takes. */
const ROWS_A_CHUNK = 2_048;
const NOWHERE = new Uint8Array(ROWS_A_CHUNK / 8);

/** The columns of a table in their order, and what is given for each. */
type Laid = readonly { readonly type: DuckDBType; readonly given: Column | undefined }[];

async function laidIn(connection: DuckDBConnection, { table, columns }: Columns): Promise<Laid> {
  const result = await connection.run(`SELECT * FROM ${quoted(table)} LIMIT 0`);
  const laid = result.columnNames().map((name, index) => ({
    type: result.columnType(index),
    given: columns.find((column) => column.name === name),
  }));
  const fits = ({ type, given }: Laid[number]) => given && TYPES[given.type].type.typeId === type.typeId;
  if (laid.filter(fits).length < columns.length)
    throw new Error(`${table} has not the columns that are given`);
  return laid;
}

async function laidAnew(connection: DuckDBConnection, { table, columns }: Columns): Promise<Laid> {
  const list = columns.map(({ name, type }) => `${quoted(name)} ${type}`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${quoted(table)} (${list.join(', ')})`);
  return columns.map((given) => ({ type: TYPES[given.type].type, given }));
}

/** Makes the temporary table, or adds the rows to one of the file, in the transaction that is open. */
export async function layColumns(connection: DuckDBConnection, step: Columns): Promise<void> {
  const laid = step.lasting ? await laidIn(connection, step) : await laidAnew(connection, step);
  const appender = step.lasting
    ? await connection.createAppender(step.table)
    : await connection.createAppender(step.table, 'main', 'temp');
  const chunk = DuckDBDataChunk.create(laid.map(({ type }) => type));
  for (let start = 0; start < step.rows; start += ROWS_A_CHUNK) {
    const count = Math.min(ROWS_A_CHUNK, step.rows - start);
    chunk.reset();
    for (const [index, { given }] of laid.entries())
      fill(duckdb.data_chunk_get_vector(chunk.chunk, index), given, start, count);
    chunk.rowCount = count;
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

function fill(vector: duckdb.Vector, given: Column | undefined, start: number, count: number): void {
  if (given) {
    const { data, type } = given;
    const { width } = TYPES[type];
    const from = data.byteOffset + start * width;
    duckdb.copy_data_to_vector(vector, 0, data.buffer, from, count * width);
    if (!given.there) return;
  }
  const { buffer, byteOffset } = given?.there ?? NOWHERE;
  duckdb.vector_ensure_validity_writable(vector);
  const from = byteOffset + (given ? start / 8 : 0);
  duckdb.copy_data_to_vector_validity(vector, 0, buffer, from, Math.ceil(count / 8));
}
