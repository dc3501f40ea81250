import { hash } from 'node:crypto';

/** Values of fixed width in DuckDB's own layout. */
export interface ColumnVector {
  readonly name: string;
  readonly type: 'UUID' | 'BIGINT' | 'TIMESTAMP' | 'BOOLEAN' | 'VARCHAR';
  readonly data: Uint8Array<ArrayBuffer>;
  /** The text that all rows have; `data` is then empty. */
  readonly text?: string;
  /** One bit per value, set for a present value; absent when no value is missing. */
  readonly validity?: Uint8Array<ArrayBuffer>;
}

/** A temporary table to be made from columns, without parsing. */
export interface ColumnBatch {
  readonly table: string;
  /** Adds the rows to this table of the file instead; columns that are not given are null. */
  readonly persistent?: boolean;
  readonly rows: number;
  readonly columns: readonly ColumnVector[];
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array<ArrayBuffer>) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A bitmap of present values. */
class Validity {
  readonly bits: Uint8Array<ArrayBuffer>;

  constructor(rows: number) {
    this.bits = new Uint8Array(Math.ceil(rows / 8)).fill(255);
  }

  setNull(row: number): void {
    this.bits[row >> 3] = (this.bits[row >> 3] ?? 0) & ~(1 << (row & 7));
  }
}

const WORDS = 4;
/**
 * DuckDB stores a uuid as a number that sorts like its text: the words in reverse order, with this bit
 * flipped.
 */
const TOP = 0x80000000;
const DIGEST_WORDS = 5;

/**
 * Reads 32-bit numbers from hexadecimal digits. Node parses them, because a loop is slow until V8 compiles
 * it.
 */
export function wordsOfDigits(digits: string): Uint32Array<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(digits.length >> 1);
  bytes.write(digits, 'hex');
  bytes.swap32();
  return new Uint32Array(bytes.buffer);
}

const DIGITS = new Uint8Array(128);
for (const [value, digit] of [...'0123456789abcdef'].entries()) DIGITS[digit.charCodeAt(0)] = value;

/** Parses lower-case hexadecimal digits, which continue the number `after`. */
function digits(text: string, start: number, end: number, after = 0): number {
  let word = after;
  for (let at = start; at < end; at += 1) word = (word << 4) | (DIGITS[text.charCodeAt(at)] ?? 0);
  return word;
}

/** Uuids in DuckDB's layout. */
export class Uuids {
  private words: Uint32Array<ArrayBuffer>;
  length = 0;

  constructor(room: number) {
    this.words = new Uint32Array(Math.max(1, room) * WORDS);
  }

  /** Makes uuids from texts. */
  static of(texts: readonly string[]): Uuids {
    const uuids = new Uuids(texts.length);
    const words = wordsOfDigits(texts.join('').replaceAll('-', ''));
    for (let at = 0; at < words.length; at += WORDS)
      uuids.push(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0, words[at + 3] ?? 0);
    return uuids;
  }

  /** Adds a uuid from its text. */
  addText(text: string): void {
    this.push(
      digits(text, 0, 8),
      digits(text, 14, 18, digits(text, 9, 13)),
      digits(text, 24, 28, digits(text, 19, 23)),
      digits(text, 28, 36),
    );
  }

  private push(first: number, second: number, third: number, fourth: number): void {
    const at = this.length * WORDS;
    if (at === this.words.length) this.grow();
    this.words[at] = fourth;
    this.words[at + 1] = third;
    this.words[at + 2] = second;
    this.words[at + 3] = first ^ TOP;
    this.length += 1;
  }

  private grow(): void {
    const words = new Uint32Array(this.words.length * 2);
    words.set(this.words);
    this.words = words;
  }

  /** Adds the uuids of entities by their `hashedName`. */
  add(hashed: readonly string[]): void {
    const digests = wordsOfDigits(hashed.map((name) => hash('sha1', name)).join(''));
    for (let at = 0; at < digests.length; at += DIGEST_WORDS)
      this.push(
        digests[at] ?? 0,
        ((digests[at + 1] ?? 0) & ~0xf000) | 0x5000,
        ((digests[at + 2] ?? 0) & 0x3fffffff) | TOP,
        digests[at + 3] ?? 0,
      );
  }

  column(name: string): ColumnVector {
    return { name, type: 'UUID', data: bytesOf(this.words.subarray(0, this.length * WORDS)) };
  }

  /** The uuids at these positions, counted from 1; 0 gives null. */
  columnAt(name: string, positions: ArrayLike<number>): ColumnVector {
    const from = this.words;
    const words = new Uint32Array(positions.length * WORDS);
    const validity = new Validity(positions.length);
    for (let row = 0, at = 0; row < positions.length; row += 1, at += WORDS) {
      const start = ((positions[row] ?? 0) - 1) * WORDS;
      if (start < 0) validity.setNull(row);
      else {
        words[at] = from[start] ?? 0;
        words[at + 1] = from[start + 1] ?? 0;
        words[at + 2] = from[start + 2] ?? 0;
        words[at + 3] = from[start + 3] ?? 0;
      }
    }
    return { name, type: 'UUID', data: bytesOf(words), validity: validity.bits };
  }
}

const WORD = 2 ** 32;

/** A column of whole numbers, each below 2^63. */
export function bigintColumn(name: string, values: readonly (number | null)[]): ColumnVector {
  const words = new Uint32Array(values.length * 2);
  const validity = new Validity(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? null;
    if (value === null) validity.setNull(row);
    else {
      words[row * 2] = value;
      if (value < 0 || value >= WORD) words[row * 2 + 1] = Math.floor(value / WORD);
    }
  }
  return { name, type: 'BIGINT', data: bytesOf(words), validity: validity.bits };
}

/** A column of truth values. */
export function booleanColumn(name: string, values: readonly boolean[]): ColumnVector {
  return { name, type: 'BOOLEAN', data: Uint8Array.from(values, Number) };
}

const MICROSECONDS = 1e6;

/** A column of timestamps, given in seconds since 1970. */
export function timestampColumn(name: string, seconds: readonly (number | null)[]): ColumnVector {
  const micros = seconds.map((at) => (at === null ? null : at * MICROSECONDS));
  return { ...bigintColumn(name, micros), type: 'TIMESTAMP' };
}

const LETTERS = 12;

/** Packs words that DuckDB stores inline, beside their length. */
function shortWords(words: readonly string[]): Uint32Array {
  const kept = new Uint8Array(words.length * (4 + LETTERS));
  for (const [index, word] of words.entries()) {
    const letters = Buffer.from(word, 'utf8');
    if (letters.length > LETTERS) throw new Error(`${word} is too long to be kept inline`);
    kept[index * (4 + LETTERS)] = letters.length;
    kept.set(letters, index * (4 + LETTERS) + 4);
  }
  return new Uint32Array(kept.buffer);
}

/** A column of short words, given as indices into a dictionary. */
export function dictionaryColumn(
  name: string,
  words: readonly string[],
  indexes: ArrayLike<number>,
): ColumnVector {
  const from = shortWords(words);
  const data = new Uint32Array(indexes.length * WORDS);
  for (let row = 0, at = 0; row < indexes.length; row += 1, at += WORDS) {
    const start = (indexes[row] ?? 0) * WORDS;
    data[at] = from[start] ?? 0;
    data[at + 1] = from[start + 1] ?? 0;
    data[at + 2] = from[start + 2] ?? 0;
    data[at + 3] = from[start + 3] ?? 0;
  }
  return { name, type: 'VARCHAR', data: bytesOf(data) };
}

/** A column with the same short word in all rows. */
export function constantColumn(name: string, word: string, rows: number): ColumnVector {
  return dictionaryColumn(name, [word], new Uint8Array(rows));
}

/** A column with the same text in all rows, of any length. */
export function textColumn(name: string, text: string): ColumnVector {
  return { name, type: 'VARCHAR', data: new Uint8Array(0), text };
}
