import { hash } from 'node:crypto';

/** Values of fixed width as the engine keeps them, one after another. */
export interface Column {
  readonly name: string;
  readonly type: 'UUID' | 'BIGINT' | 'BOOLEAN' | 'VARCHAR';
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
    for (const text of texts) {
      const hex = text.replaceAll('-', '');
      const word = (index: number) => Number.parseInt(hex.slice(index * 8, index * 8 + 8), 16);
      uuids.push(word(0), word(1), word(2), word(3));
    }
    return uuids;
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

  /** Adds the uuid of a thing, of its `hashedName`. */
  add(hashed: string): void {
    const digest = hash('sha1', hashed, 'binary');
    const word = (at: number) =>
      (digest.charCodeAt(at) << 24) |
      (digest.charCodeAt(at + 1) << 16) |
      (digest.charCodeAt(at + 2) << 8) |
      digest.charCodeAt(at + 3);
    this.push(word(0), (word(4) & ~0xf000) | 0x5000, (word(8) & 0x3fffffff) | TOP, word(12));
  }

  column(name: string): Column {
    return { name, type: 'UUID', data: bytesOf(this.words.subarray(0, this.length * WORDS)) };
  }

  /** Those at these places, counted from 1; none at 0. */
  columnAt(name: string, places: ArrayLike<number>): Column {
    const words = new Uint32Array(places.length * WORDS);
    const there = new There(places.length);
    for (let row = 0; row < places.length; row += 1) {
      const place = places[row] ?? 0;
      if (place === 0) there.not(row);
      else
        for (let word = 0; word < WORDS; word += 1)
          words[row * WORDS + word] = this.words[(place - 1) * WORDS + word] ?? 0;
    }
    return { name, type: 'UUID', data: bytesOf(words), there: there.bits };
  }
}

/** A column of whole numbers, each below 2^63. */
export function wholeNumbers(name: string, values: readonly (number | null)[]): Column {
  const words = new Uint32Array(values.length * 2);
  const there = new There(values.length);
  for (const [row, value] of values.entries()) {
    if (value === null) there.not(row);
    else {
      words[row * 2] = value;
      words[row * 2 + 1] = Math.floor(value / 2 ** 32);
    }
  }
  return { name, type: 'BIGINT', data: bytesOf(words), there: there.bits };
}

/** A column of what is so and what is not. */
export function truths(name: string, values: readonly boolean[]): Column {
  return { name, type: 'BOOLEAN', data: Uint8Array.from(values, Number) };
}

const LETTERS = 12;

/** A column that says the same in all rows: a word so short that the engine keeps it beside its length. */
export function alike(name: string, word: string, rows: number): Column {
  const letters = Buffer.from(word, 'utf8');
  if (letters.length > LETTERS) throw new Error(`${word} is too long to be kept beside its length`);
  const value = new Uint8Array(4 + LETTERS);
  value[0] = letters.length;
  value.set(letters, 4);
  const data = new Uint8Array(rows * value.length);
  for (let row = 0; row < rows; row += 1) data.set(value, row * value.length);
  return { name, type: 'VARCHAR', data };
}
