import {
  DuckDBTypeId,
  type DuckDBMaterializedResult,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api';
import { breather } from '../breath.ts';
import { partsOf } from '../table.ts';
import type { Table, TableInParts, Validity, Vector } from '../table.ts';
import { Texts } from './duckdb-texts.ts';

/** What the vectors of the pinned client keep to themselves; a test reads every type to notice a change. */
interface Inside {
  readonly items: Float64Array | BigInt64Array;
  readonly dataView: DataView;
  readonly validity: { readonly data: BigUint64Array | null };
}

const inside = (vector: DuckDBVector): Inside => vector as unknown as Inside;
const itemsOf = (vector: DuckDBVector) => inside(vector).items;

type Values = Float64Array | BigInt64Array | Uint8Array;

/** A column that grows by the vectors of one chunk after the other. */
interface Column {
  add(vector: DuckDBVector, count: number): void;
  end(): Vector;
}

/** The bits of a vector that say which rows have a value; null when all do. */
function bitsOf(vector: DuckDBVector): Validity {
  const { data } = inside(vector).validity;
  return data && new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function copyBits(bits: Uint8Array, part: Uint8Array, start: number, count: number): void {
  if (start % 8 === 0) {
    bits.set(part.subarray(0, Math.ceil(count / 8)), start / 8);
    return;
  }
  // A chunk before this one was not full, so bits have to be moved one by one.
  for (let row = 0; row < count; row++) {
    const place = start + row;
    const bit = 1 << (place & 7);
    const old = bits[place >> 3] ?? 0;
    bits[place >> 3] = ((part[row >> 3] ?? 0) >> (row & 7)) & 1 ? old | bit : old & ~bit;
  }
}

/** Which rows of a column have a value, over chunks of which most say nothing about it. */
class Present {
  readonly #rows: number;
  #bits: Uint8Array | null = null;
  #at = 0;

  constructor(rows: number) {
    this.#rows = rows;
  }

  add(vector: DuckDBVector, count: number): void {
    const part = bitsOf(vector);
    if (part) {
      this.#bits ??= new Uint8Array(Math.ceil(this.#rows / 8)).fill(255);
      copyBits(this.#bits, part, this.#at, count);
    } else if (this.#bits) this.#set(count);
    this.#at += count;
  }

  /** The last byte of the chunk before may have cleared bits that are of this one. */
  #set(count: number): void {
    const bits = this.#bits;
    if (!bits) return;
    for (let place = this.#at; place < this.#at + count && place % 8 !== 0; place++)
      bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  }

  get valid(): Validity {
    return this.#bits;
  }
}

/**
 * Takes the values of a vector. Where one is missing the engine leaves what its memory held before, which may be of
 * another org: nothing of it goes on.
 */
function copyPresent(values: Values, part: Values, at: number, bits: Validity): void {
  (values as Float64Array).set(part as Float64Array, at);
  if (!bits) return;
  const nothing = values instanceof BigInt64Array ? 0n : 0;
  for (let row = 0; row < part.length; row++) {
    if (row % 8 === 0 && bits[row >> 3] === 255) row += 7;
    else if (!((bits[row >> 3] ?? 0) & (1 << (row & 7)))) values[at + row] = nothing;
  }
}

/** A column of values of one width; `read` gives the `count` first ones of a vector. */
function fixed(
  rows: number,
  values: Values,
  read: (vector: DuckDBVector, count: number) => Values,
  end: (valid: Validity) => Vector,
): Column {
  const present = new Present(rows);
  let at = 0;
  return {
    add: (vector, count) => {
      copyPresent(values, read(vector, count), at, bitsOf(vector));
      present.add(vector, count);
      at += count;
    },
    end: () => end(present.valid),
  };
}

function numbers(rows: number): Column {
  const values = new Float64Array(rows);
  return fixed(rows, values, itemsOf, (valid) => ({ type: 'number', values, valid }));
}

function moments(rows: number): Column {
  const values = new BigInt64Array(rows);
  return fixed(rows, values, itemsOf, (valid) => ({ type: 'datetime', values, valid }));
}

function flags(rows: number): Column {
  const values = new Uint8Array(rows);
  const read = (vector: DuckDBVector, count: number) => {
    const { buffer, byteOffset } = inside(vector).dataView;
    return new Uint8Array(buffer, byteOffset, count);
  };
  return fixed(rows, values, read, (valid) => ({ type: 'boolean', values, valid }));
}

function texts(rows: number): Column {
  const gathered = new Texts(rows);
  const present = new Present(rows);
  return {
    add: (vector, count) => {
      gathered.add(inside(vector).dataView, bitsOf(vector), count);
      present.add(vector, count);
    },
    end: () => ({ type: 'utf8', offsets: gathered.offsets, bytes: gathered.bytes, valid: present.valid }),
  };
}

function lists(): Column {
  const values: ((string | null)[] | null)[] = [];
  const read = (value: DuckDBValue) => {
    const items = (value as { items?: readonly DuckDBValue[] } | null)?.items;
    return items ? items.map((item) => (item === null ? null : String(item))) : null;
  };
  return {
    add: (vector, count) => {
      for (let row = 0; row < count; row++) values.push(read(vector.getItem(row) as DuckDBValue));
    },
    end: () => ({ type: 'list', values }),
  };
}

const COLUMNS: Partial<Record<DuckDBTypeId, (rows: number) => Column>> = {
  [DuckDBTypeId.DOUBLE]: numbers,
  [DuckDBTypeId.TIMESTAMP]: moments,
  [DuckDBTypeId.BOOLEAN]: flags,
  [DuckDBTypeId.VARCHAR]: texts,
  [DuckDBTypeId.LIST]: lists,
};

/** Copies some chunks of a materialised result into columns, and lets others breathe while it does. */
async function chunksOf(
  result: DuckDBMaterializedResult,
  first: number,
  end: number,
  rows: number,
  breathe: ReturnType<typeof breather>,
): Promise<Table> {
  let rowCount = 0;
  const columns = Array.from({ length: result.columnCount }, (_, index) => {
    const column = COLUMNS[result.columnTypeId(index)];
    if (!column) throw new Error(`a column of type ${String(result.columnType(index))} has no physical form`);
    return column(rows);
  });
  for (let index = first; index < end; index++) {
    const chunk = result.getChunk(index);
    const count = chunk.rowCount;
    for (const [place, column] of columns.entries()) column.add(chunk.getColumnVector(place), count);
    rowCount += count;
    await breathe();
  }
  const vectors = columns.map((column) => column.end());
  const [whole] = partsOf({ rowCount, vectors }, Math.max(8, rows + (8 - (rows % 8))));
  return whole ?? { rowCount, vectors };
}

/** A materialised result as columns. */
export function tableOf(result: DuckDBMaterializedResult): Promise<Table> {
  return chunksOf(result, 0, result.chunkCount, result.rowCount, breather());
}

const CHUNKS_A_PART = 16;
const ROWS_A_CHUNK = 2_048;

/** A materialised result as one table after the other, of which none is larger than a reader takes at once. */
export function partsOfResult(result: DuckDBMaterializedResult): TableInParts {
  return {
    rowCount: result.rowCount,
    vectors: [],
    async *parts() {
      const breathe = breather();
      for (let first = 0; first === 0 || first < result.chunkCount; first += CHUNKS_A_PART) {
        const end = Math.min(result.chunkCount, first + CHUNKS_A_PART);
        yield chunksOf(result, first, end, (end - first) * ROWS_A_CHUNK, breathe);
      }
    },
  };
}
