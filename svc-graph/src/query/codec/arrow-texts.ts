import type { Vector } from '../table.ts';
import { breather } from '../breath.ts';

export type Texts = Extract<Vector, { type: 'utf8' }>;

type Breathe = ReturnType<typeof breather>;

const ROWS_A_PART = 2_000;
/** Texts repeat enough for a dictionary when there are at least twice as many rows as distinct ones. */
const REPEATS = 2;
const FEW_SLOTS = 1_024;
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
  /** One more than the place of a word; 0 where there is none. */
  #slots = new Int32Array(FEW_SLOTS);
  #bytes = Buffer.allocUnsafe(FEW_SLOTS);
  #view = viewOf(this.#bytes);
  #hashes: number[] = [];
  readonly #ends = [0];

  get count(): number {
    return this.#hashes.length;
  }

  /** The place of a word, which is added when it is new. */
  place(bytes: Buffer, view: DataView, start: number, end: number): number {
    const hash = hashOf(bytes, view, start, end);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = (this.#slots[slot] ?? 0) - 1;
      if (found === -1) {
        this.#slots[slot] = this.#add(bytes, start, end, hash);
        if (this.count * 2 > this.#slots.length) this.#spread();
        return this.count - 1;
      }
      if (this.#hashes[found] === hash && this.#isWord(found, bytes, view, start, end)) return found;
    }
  }

  #add(bytes: Buffer, start: number, end: number, hash: number): number {
    const at = this.#ends.at(-1) ?? 0;
    const needed = at + end - start;
    if (needed > this.#bytes.byteLength) {
      const larger = Buffer.allocUnsafe(needed * 2);
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
      this.#view = viewOf(larger);
    }
    bytes.copy(this.#bytes, at, start, end);
    this.#ends.push(needed);
    return this.#hashes.push(hash);
  }

  #spread(): void {
    this.#slots = new Int32Array(this.#slots.length * 4);
    const mask = this.#slots.length - 1;
    for (const [index, hash] of this.#hashes.entries()) {
      let slot = hash & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = index + 1;
    }
  }

  #isWord(word: number, bytes: Buffer, view: DataView, start: number, end: number): boolean {
    const from = this.#ends[word] ?? 0;
    if ((this.#ends[word + 1] ?? 0) - from !== end - start) return false;
    const apart = from - start;
    let at = start;
    for (; at + WORD <= end; at += WORD)
      if (view.getInt32(at, true) !== this.#view.getInt32(at + apart, true)) return false;
    for (; at < end; at++) if (bytes[at] !== this.#bytes[at + apart]) return false;
    return true;
  }

  /** The words from one on. */
  from(first: number): Texts {
    const start = this.#ends[first] ?? 0;
    const offsets = Int32Array.from(this.#ends.slice(first), (end) => end - start);
    const bytes = Buffer.from(this.#bytes.subarray(start, this.#ends.at(-1)));
    return { type: 'utf8', offsets, bytes, valid: null };
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer) => new DataView(buffer, byteOffset, byteLength);

function hashOf(bytes: Buffer, view: DataView, start: number, end: number): number {
  let hash = Math.imul(FNV_START ^ (end - start), FNV_PRIME);
  let at = start;
  for (; at + WORD <= end; at += WORD) hash = Math.imul(hash ^ view.getInt32(at, true), FNV_PRIME);
  for (; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), FNV_PRIME);
  return hash ^ (hash >>> 15);
}

const isThere = ({ valid }: Texts, row: number) =>
  valid === null || ((valid[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;

/** Whether so many different texts among a few rows mean that they seldom repeat. */
function seldomRepeats({ offsets, bytes }: Texts, rows: number): boolean {
  if (rows <= SAMPLED * 2) return false;
  const words = new Words();
  const view = viewOf(bytes);
  const step = Math.floor(rows / SAMPLED);
  for (let row = 0; row < step * SAMPLED; row += step)
    words.place(bytes, view, offsets[row] ?? 0, offsets[row + 1] ?? 0);
  return words.count > SAMPLED / REPEATS;
}

/** Writes the texts of a column as places in a list of its different ones, part after part. */
export class Coder {
  readonly #words = new Words();
  readonly #breathe: Breathe;
  #told = 0;

  private constructor(breathe: Breathe) {
    this.#breathe = breathe;
  }

  /** The coder of a column that begins like this, or null where its texts repeat too little for that to pay. */
  static async of(texts: Texts, rows: number, breathe: Breathe): Promise<Coder | null> {
    if (seldomRepeats(texts, rows)) return null;
    const coder = new Coder(breathe);
    await coder.places(texts, rows);
    return coder.#words.count * REPEATS <= rows ? coder : null;
  }

  /** The places of the texts of a part; 0 for a missing one. */
  async places(texts: Texts, rows: number): Promise<Int32Array> {
    const { offsets, bytes } = texts;
    const view = viewOf(bytes);
    const places = new Int32Array(rows);
    for (let row = 0; row < rows; row++) {
      if (isThere(texts, row))
        places[row] = this.#words.place(bytes, view, offsets[row] ?? 0, offsets[row + 1] ?? 0);
      if (row % ROWS_A_PART === 0) await this.#breathe();
    }
    return places;
  }

  /** The words that came since this was last asked; null when there are none. */
  more(): Texts | null {
    const first = this.#told;
    this.#told = this.#words.count;
    return first === this.#told && first > 0 ? null : this.#words.from(first);
  }
}
