import { hash } from 'node:crypto';

/** Values of fixed width as the engine keeps them, one after another. */
export interface Column {
  readonly name: string;
  readonly type: 'UUID' | 'BIGINT' | 'TIMESTAMP' | 'BOOLEAN' | 'VARCHAR';
  readonly data: Uint8Array<ArrayBuffer>;
  /** A bit for each value, set where there is one; absent where there is everywhere. */
  readonly there?: Uint8Array<ArrayBuffer>;
}

/** A temporary table, made anew of columns that need no parsing. */
export interface Columns {
  readonly table: string;
  /** It is a table of the file: rows are added to it, empty where no column is given. */
  readonly lasting?: boolean;
  readonly rows: number;
  readonly columns: readonly Column[];
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array<ArrayBuffer>) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Which of the values are there, as bits. */
class There {
  readonly bits: Uint8Array<ArrayBuffer>;

  constructor(rows: number) {
    this.bits = new Uint8Array(Math.ceil(rows / 8)).fill(255);
  }

  not(row: number): void {
    this.bits[row >> 3] = (this.bits[row >> 3] ?? 0) & ~(1 << (row & 7));
  }
}

const WORDS = 4;
/** The engine keeps a uuid as a number whose order is that of its text: the words from the last to the first, this bit turned. */
const TOP = 0x80000000;
const DIGEST_WORDS = 5;

/** Numbers of 32 bits out of digits in sixteens; read by Node, since a loop over digits is slow until it is compiled. */
export function wordsOfDigits(digits: string): Uint32Array<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(digits.length >> 1);
  bytes.write(digits, 'hex');
  bytes.swap32();
  return new Uint32Array(bytes.buffer);
}

const DIGITS = new Uint8Array(128);
for (const [value, digit] of [...'0123456789abcdef'].entries()) DIGITS[digit.charCodeAt(0)] = value;

/** A number that is written in sixteens, in small letters; its digits follow those of another one. */
function digits(text: string, start: number, end: number, after = 0): number {
  let word = after;
  for (let at = start; at < end; at += 1) word = (word << 4) | (DIGITS[text.charCodeAt(at)] ?? 0);
  return word;
}

/** Uuids as the engine keeps them. */
export class Uuids {
  private words: Uint32Array<ArrayBuffer>;
  length = 0;

  constructor(room: number) {
    this.words = new Uint32Array(Math.max(1, room) * WORDS);
  }

  /** Uuids given as text. */
  static of(texts: readonly string[]): Uuids {
    const uuids = new Uuids(texts.length);
    const words = wordsOfDigits(texts.join('').replaceAll('-', ''));
    for (let at = 0; at < words.length; at += WORDS)
      uuids.push(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0, words[at + 3] ?? 0);
    return uuids;
  }

  /** Adds one that is given as text. */
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

  /** Adds the uuids of things, of their `hashedName`. */
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

  column(name: string): Column {
    return { name, type: 'UUID', data: bytesOf(this.words.subarray(0, this.length * WORDS)) };
  }

  /** Those at these places, counted from 1; none at 0. */
  columnAt(name: string, places: ArrayLike<number>): Column {
    const from = this.words;
    const words = new Uint32Array(places.length * WORDS);
    const there = new There(places.length);
    for (let row = 0, at = 0; row < places.length; row += 1, at += WORDS) {
      const place = ((places[row] ?? 0) - 1) * WORDS;
      if (place < 0) there.not(row);
      else {
        words[at] = from[place] ?? 0;
        words[at + 1] = from[place + 1] ?? 0;
        words[at + 2] = from[place + 2] ?? 0;
        words[at + 3] = from[place + 3] ?? 0;
      }
    }
    return { name, type: 'UUID', data: bytesOf(words), there: there.bits };
  }
}

const WORD = 2 ** 32;

/** A column of whole numbers, each below 2^63. */
export function wholeNumbers(name: string, values: readonly (number | null)[]): Column {
  const words = new Uint32Array(values.length * 2);
  const there = new There(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? null;
    if (value === null) there.not(row);
    else {
      words[row * 2] = value;
      if (value < 0 || value >= WORD) words[row * 2 + 1] = Math.floor(value / WORD);
    }
  }
  return { name, type: 'BIGINT', data: bytesOf(words), there: there.bits };
}

/** A column of what is so and what is not. */
export function truths(name: string, values: readonly boolean[]): Column {
  return { name, type: 'BOOLEAN', data: Uint8Array.from(values, Number) };
}

const MICROSECONDS = 1e6;

/** A column of moments, given in seconds since 1970. */
export function moments(name: string, seconds: readonly (number | null)[]): Column {
  const micros = seconds.map((at) => (at === null ? null : at * MICROSECONDS));
  return { ...wholeNumbers(name, micros), type: 'TIMESTAMP' };
}

const LETTERS = 12;

/** Words as the engine keeps them: so short that they stand beside their length. */
function shortWords(words: readonly string[]): Uint32Array {
  const kept = new Uint8Array(words.length * (4 + LETTERS));
  for (const [index, word] of words.entries()) {
    const letters = Buffer.from(word, 'utf8');
    if (letters.length > LETTERS) throw new Error(`${word} is too long to be kept beside its length`);
    kept[index * (4 + LETTERS)] = letters.length;
    kept.set(letters, index * (4 + LETTERS) + 4);
  }
  return new Uint32Array(kept.buffer);
}

/** A column of short words, each told by its place among them, from 0. */
export function oneOf(name: string, words: readonly string[], places: ArrayLike<number>): Column {
  const from = shortWords(words);
  const data = new Uint32Array(places.length * WORDS);
  for (let row = 0, at = 0; row < places.length; row += 1, at += WORDS) {
    const place = (places[row] ?? 0) * WORDS;
    data[at] = from[place] ?? 0;
    data[at + 1] = from[place + 1] ?? 0;
    data[at + 2] = from[place + 2] ?? 0;
    data[at + 3] = from[place + 3] ?? 0;
  }
  return { name, type: 'VARCHAR', data: bytesOf(data) };
}

/** A column that says the same in all rows. */
export function alike(name: string, word: string, rows: number): Column {
  return oneOf(name, [word], new Uint8Array(rows));
}
