import duckdb from '@duckdb/node-bindings';
import { AppError } from '@cairn/contracts';
import { isValid } from '../table.ts';
import { SHORT, viewOf } from '../string-dictionary.ts';
import type { Validity, StringDictionary } from '../string-dictionary.ts';

/**
 * Bytes of an entry of a text vector: the length, then a short text, or the prefix and address of a long one.
 */
const ENTRY = 16;
const NUMBERS = ENTRY / 4;
/** Rows of DuckDB's largest vector. */
const ROWS_A_VECTOR = 2_048;
const AHEAD = 1.05;
/** From this many bytes on, one bulk copy is faster than copying bytes singly. */
const LONG = 48;
/** Arrow readers cannot address more bytes in one column. */
const MOST_BYTES = 2 ** 31 - 1;

/** The texts of a vector in the engine's own memory. */
class Entries {
  readonly #view: DataView;
  readonly #addresses: Uint32Array;
  readonly numbers: Int32Array;
  readonly inlined: Uint8Array;
  readonly lengths: Int32Array;
  readonly count: number;

  /** Writes the lengths into `lengths`; a missing text has length 0. */
  constructor(view: DataView, valid: Validity, count: number, lengths: Int32Array) {
    this.#view = view;
    this.#addresses = new Uint32Array(view.buffer, view.byteOffset, count * NUMBERS);
    this.numbers = new Int32Array(view.buffer, view.byteOffset, count * NUMBERS);
    this.inlined = new Uint8Array(view.buffer, view.byteOffset, count * ENTRY);
    this.count = count;
    this.lengths = lengths;
    for (let row = 0; row < count; row++)
      lengths[row] = valid === null || isValid(valid, row) ? (this.numbers[row * NUMBERS] ?? 0) : 0;
  }

  /** The address of a long text; its 48 bits fit a number exactly. */
  #address(row: number): number {
    return (this.#addresses[row * NUMBERS + 3] ?? 0) * 2 ** 32 + (this.#addresses[row * NUMBERS + 2] ?? 0);
  }

  /**
   * Reads adjacent long texts in one call, because a call costs more than its bytes. Short texts between them
   * do not interrupt a run; `next` is the row after it.
   */
  run(first: number): { bytes: Uint8Array; next: number } {
    const start = this.#address(first);
    let end = start;
    let next = first;
    for (let row = first; row < this.count; row++) {
      const length = this.lengths[row] ?? 0;
      if (length <= SHORT) continue;
      if (this.#address(row) !== end) break;
      end += length;
      next = row + 1;
    }
    const place = this.#view.byteOffset + first * ENTRY + 8;
    const buffer = this.#view.buffer as ArrayBuffer;
    return { bytes: duckdb.get_data_from_pointer(buffer, place, end - start), next };
  }
}

/** Gathers the texts of vectors as bytes, without making strings. */
export class GatheredTexts {
  readonly offsets: Int32Array;
  readonly #rows: number;
  readonly #lengths = new Int32Array(ROWS_A_VECTOR);
  #bytes = Buffer.alloc(0);
  #at = 0;
  #row = 0;

  constructor(rows: number) {
    this.#rows = rows;
    this.offsets = new Int32Array(rows + 1);
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  /** Grows the buffer by assuming that the remaining texts are as long as those so far. */
  #reserve(more: number, rows: number): void {
    const needed = this.#at + more;
    if (needed > MOST_BYTES) {
      const message = 'The texts of one column are longer than 2 GiB. Ask for fewer rows or other columns.';
      throw new AppError('query_memory', message);
    }
    if (needed <= this.#bytes.byteLength) return;
    const likely = Math.ceil(((needed * this.#rows) / (this.#row + rows)) * AHEAD);
    const larger = Buffer.allocUnsafe(Math.min(MOST_BYTES, Math.max(needed, likely)));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }

  /** Adds the rows of one vector; a missing text has no bytes. */
  add(view: DataView, valid: Validity, count: number): void {
    const entries = new Entries(view, valid, count, this.#lengths);
    let total = 0;
    for (let row = 0; row < count; row++) total += this.#lengths[row] ?? 0;
    this.#reserve(total, count);
    let row = 0;
    while (row < count) {
      if ((this.#lengths[row] ?? 0) > SHORT) row = this.#addRun(entries, row);
      else this.#copy(entries.inlined, row * ENTRY + 4, row++);
    }
  }

  #copy(from: Uint8Array, start: number, row: number): void {
    const length = this.#lengths[row] ?? 0;
    if (length > LONG) this.#bytes.set(from.subarray(start, start + length), this.#at);
    else
      for (let index = 0; index < length; index++) this.#bytes[this.#at + index] = from[start + index] ?? 0;
    this.#end(length);
  }

  #end(length: number): void {
    this.#at += length;
    this.#row += 1;
    this.offsets[this.#row] = this.#at;
  }

  /** Adds a run of adjacent long texts, and the short texts between them. */
  #addRun(entries: Entries, first: number): number {
    const { bytes, next } = entries.run(first);
    let total = 0;
    for (let row = first; row < next; row++) total += this.#lengths[row] ?? 0;
    if (total === bytes.byteLength) {
      this.#bytes.set(bytes, this.#at);
      for (let row = first; row < next; row++) this.#end(this.#lengths[row] ?? 0);
      return next;
    }
    let from = 0;
    for (let row = first; row < next; row++) {
      const length = this.#lengths[row] ?? 0;
      if (length > SHORT) {
        this.#copy(bytes, from, row);
        from += length;
      } else this.#copy(entries.inlined, row * ENTRY + 4, row);
    }
    return next;
  }
}

/** Encodes the texts of vectors as indices into a dictionary. */
export class CodedTexts {
  readonly codes: Int32Array;
  readonly #words: StringDictionary;
  readonly #lengths = new Int32Array(ROWS_A_VECTOR);
  #row = 0;

  constructor(rows: number, words: StringDictionary) {
    this.codes = new Int32Array(rows);
    this.#words = words;
  }

  /** Adds the rows of one vector; a missing text has the first code. */
  add(view: DataView, valid: Validity, count: number): void {
    const entries = new Entries(view, valid, count, this.#lengths);
    let row = 0;
    while (row < count) {
      if ((this.#lengths[row] ?? 0) > SHORT) row = this.#addRun(entries, row, valid);
      else this.#addShort(entries, row++, valid);
    }
    this.#row += count;
  }

  #addShort({ numbers }: Entries, row: number, valid: Validity): void {
    if (valid !== null && !isValid(valid, row)) return;
    const at = row * NUMBERS;
    this.codes[this.#row + row] = this.#words.placeShort(
      numbers[at] ?? 0,
      numbers[at + 1] ?? 0,
      numbers[at + 2] ?? 0,
      numbers[at + 3] ?? 0,
    );
  }

  #addRun(entries: Entries, first: number, valid: Validity): number {
    const { bytes, next } = entries.run(first);
    const view = viewOf(bytes);
    let from = 0;
    for (let row = first; row < next; row++) {
      const length = this.#lengths[row] ?? 0;
      if (length > SHORT) {
        this.codes[this.#row + row] = this.#words.place(view, from, from + length);
        from += length;
      } else this.#addShort(entries, row, valid);
    }
    return next;
  }
}
