import type { yielder } from '../event-loop.ts';
import { StringDictionary, viewOf } from '../string-dictionary.ts';
import type { Utf8Column } from '../string-dictionary.ts';

type Pause = ReturnType<typeof yielder>;

const ROWS_A_PART = 2_000;
/** Texts repeat enough for a dictionary when there are at least twice as many rows as distinct ones. */
const REPEATS = 2;
/** Below this many rows a dictionary costs more than it saves, because it is a message of its own. */
const WORTH_WORDS = 256;
/** How many rows are sampled before the whole column is read. */
const SAMPLED = 1_024;

/** Converts strings to the column of UTF-8 texts that engines return. */
export async function textsOf(values: readonly (string | null)[], pause: Pause): Promise<Utf8Column> {
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
    await pause();
  }
  return { type: 'utf8', offsets, bytes: Buffer.concat(parts), valid: bitsOf(values) };
}

/** The validity bitmap of values; null when none is missing. */
export function bitsOf(values: readonly unknown[]): Uint8Array | null {
  if (!values.includes(null)) return null;
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  for (const [row, value] of values.entries())
    if (value !== null) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

const isThere = ({ valid }: Utf8Column, row: number) =>
  valid === null || ((valid[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;

/** True when a sample of the rows has so many distinct texts that a dictionary would not pay. */
function seldomRepeats({ offsets, bytes }: Utf8Column, rows: number): boolean {
  if (rows <= SAMPLED * 2) return false;
  const words = new StringDictionary();
  const view = viewOf(bytes);
  const step = Math.floor(rows / SAMPLED);
  for (let row = 0; row < step * SAMPLED; row += step)
    words.place(view, offsets[row] ?? 0, offsets[row + 1] ?? 0);
  return words.count > SAMPLED / REPEATS;
}

/** Returns the dictionary entries added since the last call; null when there are none. */
export function newWords(words: StringDictionary): () => Utf8Column | null {
  let sent = 0;
  return () => {
    const first = sent;
    sent = words.count;
    return first === sent && first > 0 ? null : words.from(first);
  };
}

/** Maps the texts of a column to codes of a growing dictionary. */
export class Coder {
  readonly words = new StringDictionary();
  readonly #pause: Pause;

  private constructor(pause: Pause) {
    this.#pause = pause;
  }

  /**
   * Makes the coder of a column from its first rows; null when its texts repeat too little for a dictionary.
   */
  static async of(texts: Utf8Column, rows: number, pause: Pause): Promise<Coder | null> {
    if (rows < WORTH_WORDS || seldomRepeats(texts, rows)) return null;
    const coder = new Coder(pause);
    await coder.places(texts, rows);
    return coder.words.count * REPEATS <= rows ? coder : null;
  }

  /** The dictionary codes of a part's texts; a missing text has code 0. */
  async places(texts: Utf8Column, rows: number): Promise<Int32Array> {
    const { offsets, bytes } = texts;
    const view = viewOf(bytes);
    const places = new Int32Array(rows);
    for (let row = 0; row < rows; row++) {
      if (isThere(texts, row)) places[row] = this.words.place(view, offsets[row] ?? 0, offsets[row + 1] ?? 0);
      if (row % ROWS_A_PART === 0) await this.#pause();
    }
    return places;
  }
}
