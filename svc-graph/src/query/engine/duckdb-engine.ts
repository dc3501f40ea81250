import {
  DuckDBTimestampValue,
  DuckDBTypeId,
  type DuckDBDataChunk,
  type DuckDBMaterializedResult,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api';
import type { RowsAside } from '../../store/graph-store.ts';
import { breather } from '../breath.ts';
import type { Bound } from '../plan/plan.ts';
import { cellOf } from '../table.ts';
import type { Table, Validity, Vector } from '../table.ts';
import { refusalOf } from './duckdb-refusals.ts';
import { heldAside } from './engine.ts';
import type { Aside, Engine } from './engine.ts';

/** Whatever runs SQL on an org's file: throws when it fails or the signal aborts, never ends early in silence. */
export interface DuckdbSource {
  run(
    sql: string,
    params: DuckDBValue[],
    options: { signal?: AbortSignal },
  ): Promise<DuckDBMaterializedResult>;
  /** Without it the rows of a whole answer are held in memory. */
  setAside?(sql: string, params: DuckDBValue[], options: { signal?: AbortSignal }): Promise<RowsAside>;
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

type Chunks = readonly DuckDBDataChunk[];
type Breathe = ReturnType<typeof breather>;

function copyBits(bits: Uint8Array, part: BigUint64Array, start: number, count: number): void {
  const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  if (start % 8 === 0) {
    bits.set(bytes.subarray(0, Math.ceil(count / 8)), start / 8);
    return;
  }
  // A chunk before this one was not full, so bits have to be moved one by one.
  for (let row = 0; row < count; row++) {
    const place = start + row;
    const bit = 1 << (place & 7);
    const old = bits[place >> 3] ?? 0;
    bits[place >> 3] = ((bytes[row >> 3] ?? 0) >> (row & 7)) & 1 ? old | bit : old & ~bit;
  }
}

function validityOf(chunks: Chunks, column: number, rows: number): Validity {
  const parts = chunks.map((chunk) => inside(chunk.getColumnVector(column)).validity.data);
  if (parts.every((part) => part === null)) return null;
  const bits = new Uint8Array(Math.ceil(rows / 8)).fill(255);
  let start = 0;
  for (const [index, chunk] of chunks.entries()) {
    const part = parts[index];
    if (part) copyBits(bits, part, start, chunk.rowCount);
    else setBits(bits, start, chunk.rowCount);
    start += chunk.rowCount;
  }
  return bits;
}

/** The last byte of the chunk before may have cleared bits that are of this one. */
function setBits(bits: Uint8Array, start: number, count: number): void {
  for (let place = start; place < start + count && place % 8 !== 0; place++) {
    bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  }
}

async function copyItems<A extends Float64Array | BigInt64Array>(
  chunks: Chunks,
  column: number,
  breathe: Breathe,
  into: A,
): Promise<A> {
  let row = 0;
  for (const chunk of chunks) {
    const { items } = inside(chunk.getColumnVector(column));
    (into as Float64Array).set(items as Float64Array, row);
    row += chunk.rowCount;
    await breathe();
  }
  return into;
}

async function eachValue<T>(
  chunks: Chunks,
  column: number,
  breathe: Breathe,
  read: (value: DuckDBValue) => T,
): Promise<T[]> {
  const values: T[] = [];
  for (const chunk of chunks) {
    const vector = chunk.getColumnVector(column);
    for (let row = 0; row < chunk.rowCount; row++) values.push(read(vector.getItem(row) as DuckDBValue));
    await breathe();
  }
  return values;
}

type Read = (chunks: Chunks, column: number, rows: number, breathe: Breathe) => Promise<Vector>;

const READ: Partial<Record<DuckDBTypeId, Read>> = {
  [DuckDBTypeId.DOUBLE]: async (chunks, column, rows, breathe) => ({
    type: 'number',
    values: await copyItems(chunks, column, breathe, new Float64Array(rows)),
    valid: validityOf(chunks, column, rows),
  }),
  [DuckDBTypeId.TIMESTAMP]: async (chunks, column, rows, breathe) => ({
    type: 'datetime',
    values: await copyItems(chunks, column, breathe, new BigInt64Array(rows)),
    valid: validityOf(chunks, column, rows),
  }),
  [DuckDBTypeId.BOOLEAN]: async (chunks, column, rows, breathe) => ({
    type: 'boolean',
    values: Uint8Array.from(await eachValue(chunks, column, breathe, (value) => (value === true ? 1 : 0))),
    valid: validityOf(chunks, column, rows),
  }),
  [DuckDBTypeId.VARCHAR]: async (chunks, column, _rows, breathe) => ({
    type: 'text',
    values: await eachValue(chunks, column, breathe, (value) => (value === null ? null : String(value))),
  }),
  [DuckDBTypeId.LIST]: async (chunks, column, _rows, breathe) => ({
    type: 'list',
    values: await eachValue(chunks, column, breathe, (value) => {
      const items = (value as { items?: readonly DuckDBValue[] } | null)?.items;
      return items ? items.map((item) => (item === null ? null : String(item))) : null;
    }),
  }),
};

/** Copies a materialised result into columns, and lets others breathe while it does. */
export async function tableOf(result: DuckDBMaterializedResult): Promise<Table> {
  const rows = result.rowCount;
  const breathe = breather();
  const chunks = Array.from({ length: result.chunkCount }, (_, index) => result.getChunk(index));
  const vectors: Vector[] = [];
  for (let column = 0; column < result.columnCount; column++) {
    const read = READ[result.columnTypeId(column)];
    if (!read) throw new Error(`a column of type ${String(result.columnType(column))} has no physical form`);
    vectors.push(await read(chunks, column, rows, breathe));
  }
  return { rowCount: rows, vectors };
}

const ROWS_A_PART = 50_000;

function asideOf(rows: RowsAside): Aside {
  return {
    rowCount: rows.rowCount,
    async *parts(signal) {
      for (let start = 0; start < rows.rowCount; start += ROWS_A_PART) {
        yield tableOf(await rows.from(start, ROWS_A_PART, { signal }));
      }
    },
    release: () => rows.release(),
  };
}

/** The engine over one org's DuckDB file. */
export function createDuckdbEngine(source: DuckdbSource): Engine {
  const refused = (error: unknown) => {
    throw refusalOf(error);
  };
  const run: Engine['run'] = async ({ text, values }, signal) =>
    tableOf(await source.run(text, values.map(duckdbValue), { signal }).catch(refused));
  return {
    run,
    async analyse(statement, signal) {
      const { rowCount, vectors } = await run(
        { ...statement, text: `EXPLAIN ANALYZE ${statement.text}` },
        signal,
      );
      // Two columns: what the text is, and the text.
      const [, texts] = vectors;
      return Array.from({ length: rowCount }, (_, row) => (texts ? cellOf(texts, row) : '')).join('\n');
    },
    async setAside(statement, signal) {
      if (!source.setAside) return heldAside(await run(statement, signal));
      const { text, values } = statement;
      return asideOf(await source.setAside(text, values.map(duckdbValue), { signal }).catch(refused));
    },
  };
}
