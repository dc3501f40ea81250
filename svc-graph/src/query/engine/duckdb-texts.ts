import duckdb from '@duckdb/node-bindings';
import { AppError } from '@cairn/contracts';
import type { Validity } from '../table.ts';

/** A text in a vector: its length, then itself where it is this short, else its beginning and where it lies. */
const ENTRY = 16;
const WORDS = ENTRY / 4;
const INLINE = 12;
/** Rows of the largest vector of the engine. */
const ROWS_A_VECTOR = 2_048;
const AHEAD = 1.05;
/** Bytes from which on copying all at once is faster than one by one. */
const LONG = 48;
/** More than this in one column no reader could address. */
const MOST_BYTES = 2 ** 31 - 1;

/** Gathers the texts of vectors as they are, without making a string of each. */
export class Texts {
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

  /** Makes room as if the rows to come were as long as those so far. */
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

  /** Adds the rows of one vector; a missing one has no bytes. */
  add(entries: DataView, valid: Validity, count: number): void {
    const words = new Uint32Array(entries.buffer, entries.byteOffset, count * WORDS);
    const inlined = new Uint8Array(entries.buffer, entries.byteOffset, count * ENTRY);
    this.#measure(words, valid, count);
    let row = 0;
    while (row < count) {
      if ((this.#lengths[row] ?? 0) > INLINE) row = this.#addRun(entries, words, inlined, row, count);
      else this.#copy(inlined, row * ENTRY + 4, row++);
    }
  }

  #copy(from: Uint8Array, start: number, row: number): void {
    const length = this.#lengths[row] ?? 0;
    if (length > LONG) this.#bytes.set(from.subarray(start, start + length), this.#at);
    else
      for (let index = 0; index < length; index++) this.#bytes[this.#at + index] = from[start + index] ?? 0;
    this.#end(length);
  }

  #measure(words: Uint32Array, valid: Validity, count: number): void {
    let total = 0;
    for (let row = 0; row < count; row++) {
      const isThere = valid === null || ((valid[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
      const length = isThere ? (words[row * WORDS] ?? 0) : 0;
      this.#lengths[row] = length;
      total += length;
    }
    this.#reserve(total, count);
  }

  #end(length: number): void {
    this.#at += length;
    this.#row += 1;
    this.offsets[this.#row] = this.#at;
  }

  /**
   * Long texts that lie one right after the other, whatever short ones are between their rows, are read in one call,
   * since each call costs more than its bytes. Answers the row after the last of them.
   */
  #addRun(entries: DataView, words: Uint32Array, inlined: Uint8Array, first: number, count: number): number {
    const start = addressOf(words, first);
    let end = start;
    let next = first;
    let between = 0;
    let shorts = 0;
    for (let row = first; row < count; row++) {
      const length = this.#lengths[row] ?? 0;
      if (length > INLINE) {
        if (addressOf(words, row) !== end) break;
        end += length;
        next = row + 1;
        between = shorts;
      } else shorts += length;
    }
    const place = entries.byteOffset + first * ENTRY + 8;
    const run = duckdb.get_data_from_pointer(entries.buffer as ArrayBuffer, place, end - start);
    if (between === 0) {
      this.#bytes.set(run, this.#at);
      for (let row = first; row < next; row++) this.#end(this.#lengths[row] ?? 0);
      return next;
    }
    let from = 0;
    for (let row = first; row < next; row++) {
      const length = this.#lengths[row] ?? 0;
      if (length > INLINE) {
        this.#copy(run, from, row);
        from += length;
      } else this.#copy(inlined, row * ENTRY + 4, row);
    }
    return next;
  }
}

/** Where a long text lies; addresses have 48 bits, which a number holds exactly. */
function addressOf(words: Uint32Array, row: number): number {
  return (words[row * WORDS + 3] ?? 0) * 2 ** 32 + (words[row * WORDS + 2] ?? 0);
}
