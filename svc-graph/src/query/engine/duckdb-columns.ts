import {
  DuckDBTypeId,
  type DuckDBDataChunk,
  type DuckDBMaterializedResult,
  type DuckDBResult,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api';
import type { StreamedRows } from '../../store/streamed-rows.ts';
import { yielder } from '../event-loop.ts';
import { UUID_BYTES, isValid, partsOf } from '../table.ts';
import type { Table, StreamedTable, Vector } from '../table.ts';
import { StringDictionary } from '../string-dictionary.ts';
import type { Validity } from '../string-dictionary.ts';
import { CodedTexts, GatheredTexts } from './duckdb-texts.ts';

/** Private fields of the pinned client's vectors; a test reads every type to notice a change. */
interface Inside {
  readonly items: Float64Array | BigInt64Array;
  readonly dataView: DataView;
  readonly validity: { readonly data: BigUint64Array | null };
}

const inside = (vector: DuckDBVector): Inside => vector as unknown as Inside;
const itemsOf = (vector: DuckDBVector) => inside(vector).items;

type Values = Float64Array | BigInt64Array | Uint8Array;

/** A column under construction, filled by the vectors of successive chunks. */
interface Column {
  add(vector: DuckDBVector, count: number): void;
  end(): Vector;
}

/** The validity bitmap of a vector; null when no value is missing. */
function bitsOf(vector: DuckDBVector): Validity {
  const { data } = inside(vector).validity;
  return data && new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function copyBits(bits: Uint8Array, part: Uint8Array, start: number, count: number): void {
  if (start % 8 === 0) {
    bits.set(part.subarray(0, Math.ceil(count / 8)), start / 8);
    return;
  }
  // The previous chunk was not full, so bits are moved one by one.
  for (let row = 0; row < count; row++) {
    const place = start + row;
    const bit = 1 << (place & 7);
    const old = bits[place >> 3] ?? 0;
    bits[place >> 3] = ((part[row >> 3] ?? 0) >> (row & 7)) & 1 ? old | bit : old & ~bit;
  }
}

/** The validity bitmap of a column, allocated when the first missing value comes. */
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

  /** The previous chunk's last byte may have cleared bits of this chunk. */
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
 * Copies the values of a vector and zeroes missing ones. The engine leaves old memory in their place, which
 * may belong to another org.
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

/** A column of fixed-width values; `read` returns the first `count` of a vector. */
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
  const gathered = new GatheredTexts(rows);
  const present = new Present(rows);
  return {
    add: (vector, count) => {
      gathered.add(inside(vector).dataView, bitsOf(vector), count);
      present.add(vector, count);
    },
    end: () => ({ type: 'utf8', offsets: gathered.offsets, bytes: gathered.bytes, valid: present.valid }),
  };
}

/** Whether a column is dictionary-encoded; its first part decides. */
interface Repeating {
  readonly words: StringDictionary;
  isCoded: boolean | null;
}

/** A dictionary pays when there are at least twice as many rows as distinct texts. */
const REPEATS = 2;
/** After this many distinct texts a first part may decide early. */
const LOOKED_AT = 4_096;

/** Encodes texts as dictionary codes over all parts of a column; plain when too few repeat. */
function repeatingTexts(rows: number, repeating: Repeating): Column {
  const { words } = repeating;
  const coded = new CodedTexts(rows, words);
  const present = new Present(rows);
  const seen: { vector: DuckDBVector; count: number }[] = [];
  let plain = repeating.isCoded === false ? texts(rows) : null;
  let at = 0;
  const decide = (): void => {
    repeating.isCoded = words.count * REPEATS <= at;
    if (repeating.isCoded) return;
    plain = texts(rows);
    for (const { vector, count } of seen) plain.add(vector, count);
  };
  return {
    add: (vector, count) => {
      if (plain) return plain.add(vector, count);
      coded.add(inside(vector).dataView, bitsOf(vector), count);
      present.add(vector, count);
      at += count;
      if (repeating.isCoded !== null) return;
      seen.push({ vector, count });
      if (words.count > LOOKED_AT && words.count * REPEATS > at) decide();
    },
    end: () => {
      if (repeating.isCoded === null) decide();
      return plain ? plain.end() : { type: 'coded', codes: coded.codes, words, valid: present.valid };
    },
  };
}

const swapped = (number: number) =>
  (number >>> 24) | ((number >>> 8) & 0xff00) | ((number << 8) & 0xff0000) | (number << 24);
/** The engine flips this bit, so that uuids sort as numbers. */
const SIGN = 0x80000000;

/** Uuids, which the engine stores as 128-bit numbers, lowest byte first. */
function uuids(rows: number): Column {
  const bytes = Buffer.alloc(rows * UUID_BYTES);
  const out = new Int32Array(bytes.buffer, bytes.byteOffset, rows * 4);
  const present = new Present(rows);
  let at = 0;
  return {
    add: (vector, count) => {
      const { buffer, byteOffset } = inside(vector).dataView;
      const numbers = new Int32Array(buffer, byteOffset, count * 4);
      const valid = bitsOf(vector);
      for (let row = 0; row < count; row++) {
        if (valid !== null && !isValid(valid, row)) continue;
        const [from, to] = [row * 4, (at + row) * 4];
        out[to] = swapped((numbers[from + 3] ?? 0) ^ SIGN);
        out[to + 1] = swapped(numbers[from + 2] ?? 0);
        out[to + 2] = swapped(numbers[from + 1] ?? 0);
        out[to + 3] = swapped(numbers[from] ?? 0);
      }
      present.add(vector, count);
      at += count;
    },
    end: () => ({ type: 'uuid', bytes, valid: present.valid }),
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
  [DuckDBTypeId.UUID]: uuids,
  [DuckDBTypeId.LIST]: lists,
};

type ColumnsOf = (rows: number) => Column[];

/**
 * Starts the columns of a result for a number of rows. In parts, the dictionaries are kept from one part to
 * the next.
 */
function columnsOf(result: DuckDBResult, inParts: boolean): ColumnsOf {
  const begins = Array.from({ length: result.columnCount }, (_, index) => {
    const type = result.columnTypeId(index);
    const column = COLUMNS[type];
    if (!column) throw new Error(`a column of type ${String(result.columnType(index))} has no physical form`);
    if (!inParts || type !== DuckDBTypeId.VARCHAR) return column;
    const repeating: Repeating = { words: new StringDictionary(), isCoded: null };
    return (rows: number) => repeatingTexts(rows, repeating);
  });
  return (rows) => begins.map((begin) => begin(rows));
}

/** Adds the rows of a chunk to columns, and returns how many there are. */
function addChunk(columns: readonly Column[], chunk: DuckDBDataChunk): number {
  const count = chunk.rowCount;
  for (const [place, column] of columns.entries()) column.add(chunk.getColumnVector(place), count);
  return count;
}

/** Ends the columns and cuts them to the rows that came. */
function ended(columns: readonly Column[], rowCount: number, rows: number): Table {
  const vectors = columns.map((column) => column.end());
  const [whole] = partsOf({ rowCount, vectors }, Math.max(8, rows + (8 - (rows % 8))));
  return whole ?? { rowCount, vectors };
}

/** Reads a materialised result into columns, and yields to the event loop meanwhile. */
export async function tableOf(result: DuckDBMaterializedResult): Promise<Table> {
  const pause = yielder();
  const columns = columnsOf(result, false)(result.rowCount);
  for (let index = 0; index < result.chunkCount; index++) {
    addChunk(columns, result.getChunk(index));
    await pause();
  }
  return ended(columns, result.rowCount, result.rowCount);
}

const CHUNKS_A_PART = 32;
const ROWS_A_CHUNK = 2_048;

/** Chunks of rows. The next is fetched on another thread while one is read. */
async function* chunksOf(ahead: StreamedRows): AsyncGenerator<DuckDBDataChunk> {
  const fetched = () => {
    const chunk = ahead.next();
    // The fetch may fail before anybody awaits it.
    chunk.catch(() => null);
    return chunk;
  };
  let next = fetched();
  try {
    for (let chunk = await next; chunk; chunk = await next) {
      next = fetched();
      yield chunk;
    }
  } finally {
    ahead.release();
    // When the reader is gone, the pending fetch ends first.
    await next.catch(() => null);
  }
}

/** Streams rows that the engine is still reading, one table after the other. */
export function partsAhead(ahead: StreamedRows): StreamedTable {
  const rows = CHUNKS_A_PART * ROWS_A_CHUNK;
  return {
    rowCount: ahead.rowCount,
    vectors: [],
    release: () => ahead.release(),
    async *parts() {
      const begin = columnsOf(ahead.result, true);
      let columns = begin(rows);
      let rowCount = 0;
      // Vectors are views of their chunk, so chunks are kept until the part is done.
      let chunks: DuckDBDataChunk[] = [];
      for await (const chunk of chunksOf(ahead)) {
        rowCount += addChunk(columns, chunk);
        if (chunks.push(chunk) < CHUNKS_A_PART) continue;
        yield ended(columns, rowCount, rows);
        [columns, rowCount, chunks] = [begin(rows), 0, []];
      }
      if (rowCount > 0 || ahead.rowCount === 0) yield ended(columns, rowCount, rows);
    },
  };
}
