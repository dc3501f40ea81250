import type { Vector } from '../table.ts';
import { breather } from '../breath.ts';

export type Texts = Extract<Vector, { type: 'utf8' }>;

type Breathe = ReturnType<typeof breather>;

const ROWS_A_PART = 2_000;
/** Texts repeat enough for a dictionary when there are at least twice as many rows as distinct ones. */
const REPEATS = 2;
const MOST_WORDS = 65_536;
/** Rows that are looked at before the whole column is. */
const SAMPLED = 1_024;
/** Bytes that are compared at once. */
const WORD = 4;
const FNV_PRIME = 16_777_619;
const FNV_START = 2_166_136_261;

/** Strings as texts of an engine. */
export async function textsOf(values: readonly (string | null)[], breathe: Breathe): Promise<Texts> {
  const offsets = new Int32Array(values.length + 1);
  const parts: Buffer[] = [];
  let at = 0;
  for (let start = 0; start < values.length; start += ROWS_A_PART) {
    const part = values.slice(start, start + ROWS_A_PART).map((value) => value ?? '');
    parts.push(Buffer.from(part.join('')));
    for (const [index, text] of part.entries()) {
      at += Buffer.byteLength(text);
      offsets[start + index + 1] = at;
    }
    await breathe();
  }
  return { type: 'utf8', offsets, bytes: Buffer.concat(parts), valid: bitsOf(values) };
}

/** The bits of the values that are there; null when all are. */
export function bitsOf(values: readonly unknown[]): Uint8Array | null {
  if (!values.includes(null)) return null;
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  for (const [row, value] of values.entries())
    if (value !== null) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

/** The different texts of a column in the order in which they come, found by their bytes. */
class Words {
  readonly #texts: Texts;
  readonly #most: number;
  /** One more than the place of a word; 0 where there is none. */
  readonly #slots: Int32Array;
  readonly #rows: number[] = [];
  readonly #view: DataView;

  constructor(texts: Texts, most: number) {
    this.#texts = texts;
    this.#view = new DataView(texts.bytes.buffer, texts.bytes.byteOffset, texts.bytes.byteLength);
    this.#most = most;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(most * 2 + 2)));
  }

  get count(): number {
    return this.#rows.length;
  }

  /** The place of the word of a row; -1 when it would be one word too many. */
  place(row: number): number {
    const { offsets, bytes } = this.#texts;
    const [start, end] = [offsets[row] ?? 0, offsets[row + 1] ?? 0];
    const hash = this.#hash(bytes, start, end);
    const mask = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const found = (this.#slots[slot] ?? 0) - 1;
      if (found === -1) {
        if (this.count === this.#most) return -1;
        this.#slots[slot] = this.#rows.push(row);
        return this.count - 1;
      }
      if (this.#isText(this.#rows[found] ?? 0, start, end)) return found;
    }
  }

  #hash(bytes: Buffer, start: number, end: number): number {
    let hash = Math.imul(FNV_START ^ (end - start), FNV_PRIME);
    let at = start;
    for (; at + WORD <= end; at += WORD) hash = Math.imul(hash ^ this.#view.getInt32(at, true), FNV_PRIME);
    for (; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), FNV_PRIME);
    return hash;
  }

  #isText(row: number, start: number, end: number): boolean {
    const { offsets, bytes } = this.#texts;
    const apart = start - (offsets[row] ?? 0);
    if ((offsets[row + 1] ?? 0) + apart !== end) return false;
    let at = start;
    for (; at + WORD <= end; at += WORD)
      if (this.#view.getInt32(at, true) !== this.#view.getInt32(at - apart, true)) return false;
    for (; at < end; at++) if (bytes[at] !== bytes[at - apart]) return false;
    return true;
  }

  /** The words alone. */
  texts(): Texts {
    const { offsets, bytes } = this.#texts;
    const ends = new Int32Array(this.count + 1);
    const parts = this.#rows.map((row, index) => {
      const part = bytes.subarray(offsets[row], offsets[row + 1]);
      ends[index + 1] = (ends[index] ?? 0) + part.byteLength;
      return part;
    });
    return { type: 'utf8', offsets: ends, bytes: Buffer.concat(parts), valid: null };
  }
}

const isThere = ({ valid }: Texts, row: number) =>
  valid === null || ((valid[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;

/** Whether so many different texts among a few rows mean that they seldom repeat. */
function seldomRepeats(texts: Texts, rows: number): boolean {
  if (rows <= SAMPLED * 2) return false;
  const words = new Words(texts, SAMPLED);
  const step = Math.floor(rows / SAMPLED);
  for (let index = 0; index < SAMPLED; index++) words.place(index * step);
  return words.count > SAMPLED / REPEATS;
}

export interface Coded {
  readonly indices: Int32Array;
  readonly words: Texts;
}

/** The column as places in a list of its different texts, or null where they repeat too little for that to pay. */
export async function coded(texts: Texts, rows: number, breathe: Breathe): Promise<Coded | null> {
  if (seldomRepeats(texts, rows)) return null;
  const words = new Words(texts, Math.min(MOST_WORDS, Math.floor(rows / REPEATS)));
  const indices = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    if (!isThere(texts, row)) continue;
    const place = words.place(row);
    if (place === -1) return null;
    indices[row] = place;
    if (row % ROWS_A_PART === 0) await breathe();
  }
  return { indices, words: words.texts() };
}
