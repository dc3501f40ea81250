import { BIGINT, BOOLEAN, type DuckDBConnection, DuckDBDataChunk, UUID } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { Column, Columns } from './columns.ts';
import { quoted } from './ddl.ts';

const TYPES = {
  UUID: { type: UUID, width: 16 },
  BIGINT: { type: BIGINT, width: 8 },
  BOOLEAN: { type: BOOLEAN, width: 1 },
} as const;

/** Rows of the largest chunk that the engine takes. */
const ROWS_A_CHUNK = 2_048;

/** Makes the temporary table in the transaction that is open. */
export async function layColumns(connection: DuckDBConnection, given: Columns): Promise<void> {
  const { table, rows, columns } = given;
  const list = columns.map(({ name, type }) => `${quoted(name)} ${type}`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${quoted(table)} (${list.join(', ')})`);
  const appender = await connection.createAppender(table, 'main', 'temp');
  const chunk = DuckDBDataChunk.create(columns.map(({ type }) => TYPES[type].type));
  for (let start = 0; start < rows; start += ROWS_A_CHUNK) {
    const count = Math.min(ROWS_A_CHUNK, rows - start);
    chunk.reset();
    for (const [index, column] of columns.entries())
      fill(duckdb.data_chunk_get_vector(chunk.chunk, index), column, start, count);
    chunk.rowCount = count;
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

function fill(vector: duckdb.Vector, { type, data, there }: Column, start: number, count: number): void {
  const { width } = TYPES[type];
  duckdb.copy_data_to_vector(vector, 0, data.buffer, data.byteOffset + start * width, count * width);
  if (!there) return;
  duckdb.vector_ensure_validity_writable(vector);
  const from = there.byteOffset + start / 8;
  duckdb.copy_data_to_vector_validity(vector, 0, there.buffer, from, Math.ceil(count / 8));
}
