import {
  DuckDBTimestampValue,
  DuckDBTypeId,
  type DuckDBDataChunk,
  type DuckDBMaterializedResult,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api';
import type { Bound } from '../plan/plan.ts';
import type { Table, Validity, Vector } from '../table.ts';
import type { Engine } from './engine.ts';

/** Whatever runs SQL on an org's file: throws when it fails or the signal aborts, never ends early in silence. */
export interface DuckdbSource {
  run(
    sql: string,
    params: DuckDBValue[],
    options: { signal?: AbortSignal },
  ): Promise<DuckDBMaterializedResult>;
}

function duckdbValue({ type, value }: Bound): DuckDBValue {
  if (type === 'datetime') return new DuckDBTimestampValue(BigInt(Math.round(Number(value))) * 1_000n);
  // The client takes every whole number for a 64-bit one; larger ones go as text, which the dialect casts.
  if (type === 'number') return Number.isSafeInteger(value) ? BigInt(value) : String(value);
  return value;
}

/** What the vectors of the pinned client keep to themselves; a test reads every type to notice a change. */
interface Inside {
  readonly items: Float64Array | BigInt64Array;
  readonly dataView: DataView;
  readonly validity: { readonly data: BigUint64Array | null };
}

const inside = (vector: DuckDBVector): Inside => vector as unknown as Inside;

const CHUNK_BYTES = 256;

function validityOf(chunks: readonly DuckDBDataChunk[], column: number, rows: number): Validity {
  const parts = chunks.map((chunk) => inside(chunk.getColumnVector(column)).validity.data);
  if (parts.every((part) => part === null)) return null;
  const bits = new Uint8Array(Math.ceil(rows / 8) + 8).fill(255);
  parts.forEach((part, index) => {
    if (!part) return;
    const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    bits.set(
      bytes.subarray(0, Math.min(bytes.length, bits.length - index * CHUNK_BYTES)),
      index * CHUNK_BYTES,
    );
  });
  return bits.subarray(0, Math.ceil(rows / 8));
}

function copyItems<A extends Float64Array | BigInt64Array>(
  chunks: readonly DuckDBDataChunk[],
  column: number,
  into: A,
): A {
  let row = 0;
  for (const chunk of chunks) {
    const { items } = inside(chunk.getColumnVector(column));
    (into as Float64Array).set(items as Float64Array, row);
    row += chunk.rowCount;
  }
  return into;
}

function eachValue<T>(
  chunks: readonly DuckDBDataChunk[],
  column: number,
  read: (value: DuckDBValue) => T,
): T[] {
  return chunks.flatMap((chunk) => {
    const vector = chunk.getColumnVector(column);
    return Array.from({ length: chunk.rowCount }, (_, row) => read(vector.getItem(row) as DuckDBValue));
  });
}

type Read = (chunks: readonly DuckDBDataChunk[], column: number, rows: number) => Vector;

const READ: Partial<Record<DuckDBTypeId, Read>> = {
  [DuckDBTypeId.DOUBLE]: (chunks, column, rows) => ({
    type: 'number',
    values: copyItems(chunks, column, new Float64Array(rows)),
    valid: validityOf(chunks, column, rows),
  }),
  [DuckDBTypeId.TIMESTAMP]: (chunks, column, rows) => ({
    type: 'datetime',
    values: copyItems(chunks, column, new BigInt64Array(rows)),
    valid: validityOf(chunks, column, rows),
  }),
  [DuckDBTypeId.BOOLEAN]: (chunks, column, rows) => ({
    type: 'boolean',
    values: Uint8Array.from(eachValue(chunks, column, (value) => (value === true ? 1 : 0))),
    valid: validityOf(chunks, column, rows),
  }),
  [DuckDBTypeId.VARCHAR]: (chunks, column) => ({
    type: 'text',
    values: eachValue(chunks, column, (value) => (value === null ? null : String(value))),
  }),
  [DuckDBTypeId.LIST]: (chunks, column) => ({
    type: 'list',
    values: eachValue(chunks, column, (value) => {
      const items = (value as { items?: readonly DuckDBValue[] } | null)?.items;
      return items ? items.map((item) => (item === null ? null : String(item))) : null;
    }),
  }),
};

/** Copies a materialised result into columns. */
export function tableOf(result: DuckDBMaterializedResult): Table {
  const rows = result.rowCount;
  const chunks = Array.from({ length: result.chunkCount }, (_, index) => result.getChunk(index));
  const vectors = Array.from({ length: result.columnCount }, (_, column) => {
    const read = READ[result.columnTypeId(column)];
    if (!read) throw new Error(`a column of type ${String(result.columnType(column))} has no physical form`);
    return read(chunks, column, rows);
  });
  return { rowCount: rows, vectors };
}

/** The engine over one org's DuckDB file. */
export function createDuckdbEngine(source: DuckdbSource): Engine {
  return {
    async run(statement, signal) {
      const result = await source.run(statement.text, statement.values.map(duckdbValue), { signal });
      return tableOf(result);
    },
  };
}
