import { uuidText } from '@cairn/contracts';
import type { Utf8Column, Validity, StringDictionary } from './string-dictionary.ts';

/** The values of one column of an answer. */
export type Vector =
  | { readonly type: 'number'; readonly values: Float64Array; readonly valid: Validity }
  /** Microseconds since 1970 in UTC. */
  | { readonly type: 'datetime'; readonly values: BigInt64Array; readonly valid: Validity }
  | { readonly type: 'boolean'; readonly values: Uint8Array; readonly valid: Validity }
  | { readonly type: 'text'; readonly values: readonly (string | null)[] }
  | Utf8Column
  /** Dictionary-encoded texts: for each row the index of its text in `words`. */
  | {
      readonly type: 'coded';
      readonly codes: Int32Array;
      readonly words: StringDictionary;
      readonly valid: Validity;
    }
  /** Sixteen bytes per row, in the order in which a uuid is written. */
  | { readonly type: 'uuid'; readonly bytes: Buffer; readonly valid: Validity }
  | { readonly type: 'list'; readonly values: readonly (readonly (string | null)[] | null)[] };

/** Columns of equal length, which an engine passes to a codec. */
export interface Table {
  readonly rowCount: number;
  readonly vectors: readonly Vector[];
}

/** A stream of rows as tables, each read once. */
export interface StreamedTable extends Table {
  readonly vectors: readonly [];
  parts(): AsyncGenerator<Table>;
  /** Stops the stream; every reader that ends early must call it. */
  release(): void;
}

export const UUID_BYTES = 16;

function partOf(vector: Vector, start: number, end: number): Vector {
  switch (vector.type) {
    case 'text':
      return { ...vector, values: vector.values.slice(start, end) };
    case 'list':
      return { ...vector, values: vector.values.slice(start, end) };
    case 'utf8':
      return {
        ...vector,
        offsets: vector.offsets.subarray(start, end + 1),
        valid: bits(vector.valid, start, end),
      };
    case 'coded':
      return { ...vector, codes: vector.codes.subarray(start, end), valid: bits(vector.valid, start, end) };
    case 'uuid': {
      const bytes = vector.bytes.subarray(start * UUID_BYTES, end * UUID_BYTES);
      return { ...vector, bytes, valid: bits(vector.valid, start, end) };
    }
    case 'number':
      return { ...vector, values: vector.values.subarray(start, end), valid: bits(vector.valid, start, end) };
    case 'datetime':
      return { ...vector, values: vector.values.subarray(start, end), valid: bits(vector.valid, start, end) };
    case 'boolean':
      return { ...vector, values: vector.values.subarray(start, end), valid: bits(vector.valid, start, end) };
  }
}

function bits(valid: Validity, start: number, end: number): Validity {
  return valid && valid.subarray(start / 8, Math.ceil(end / 8));
}

/** Splits a table into parts of `rows` rows, a multiple of eight. An empty table is one part. */
export function* partsOf({ rowCount, vectors }: Table, rows: number): Generator<Table> {
  for (let start = 0; start === 0 || start < rowCount; start += rows) {
    const end = Math.min(rowCount, start + rows);
    yield { rowCount: end - start, vectors: vectors.map((vector) => partOf(vector, start, end)) };
  }
}

/** True when a row has a value. */
export function isValid(valid: Validity, row: number): boolean {
  return valid === null || ((valid[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
}

/** An instant as ISO text in UTC, with milliseconds only when they are not zero. */
export function isoInstant(micros: bigint): string {
  const at = new Date(Number((micros - (((micros % 1_000n) + 1_000n) % 1_000n)) / 1_000n));
  return Number.isNaN(at.getTime()) ? String(micros) : at.toISOString().replace('.000Z', 'Z');
}

/** The value of a cell as JSON. */
export function cellOf(vector: Vector, row: number): unknown {
  if (vector.type === 'text' || vector.type === 'list') return vector.values[row] ?? null;
  if (!isValid(vector.valid, row)) return null;
  if (vector.type === 'utf8') {
    return vector.bytes.toString('utf8', vector.offsets[row], vector.offsets[row + 1]);
  }
  if (vector.type === 'coded') return vector.words.text(vector.codes[row] ?? 0);
  if (vector.type === 'uuid') return uuidText(vector.bytes, row * UUID_BYTES);
  if (vector.type === 'datetime') return isoInstant(vector.values[row] ?? 0n);
  if (vector.type === 'boolean') return vector.values[row] === 1;
  const value = vector.values[row] ?? 0;
  return Number.isFinite(value) ? value : null;
}

/** Makes a number column; null means missing. */
export function numberVector(values: readonly (number | null)[]): Vector {
  return {
    type: 'number',
    values: Float64Array.from(values, (value) => value ?? 0),
    valid: validityOf(values),
  };
}

/** Makes a column of instants from epoch ms. */
export function instantVector(values: readonly number[]): Vector {
  return { type: 'datetime', values: BigInt64Array.from(values, (ms) => BigInt(ms) * 1_000n), valid: null };
}

function validityOf(values: readonly unknown[]): Validity {
  if (!values.includes(null)) return null;
  const valid = new Uint8Array(Math.ceil(values.length / 8));
  for (const [row, value] of values.entries()) {
    if (value !== null) valid[row >> 3] = (valid[row >> 3] ?? 0) | (1 << (row & 7));
  }
  return valid;
}
