import { Uuids } from '../store/columns.ts';
import { hashedName } from '../store/uuid.ts';
import { type Context, commitName } from './normalise.ts';
import type { LogRecord } from './records.ts';

/** Commits by number, and the numbers of the commits that each stands on, one after another. */
export interface Batch {
  readonly numbers: Int32Array;
  readonly parents: Int32Array;
  /** Where the parents of a commit begin; those of the next follow. */
  readonly starts: Int32Array;
}

const DIGITS = new Uint8Array(128);
for (const [value, digit] of [...'0123456789abcdef'].entries()) DIGITS[digit.charCodeAt(0)] = value;

const DIGITS_A_WORD = 8;

function wordAt(sha: string, start: number): number {
  let word = 0;
  for (let at = start; at < start + DIGITS_A_WORD; at += 1)
    word = (word << 4) | (DIGITS[sha.charCodeAt(at)] ?? 0);
  return word;
}

/** Doubles the room of an array. */
export function doubled<Numbers extends Int32Array | Uint8Array>(numbers: Numbers): Numbers {
  const room = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  room.set(numbers);
  return room;
}

const ROOM = 1 << 12;

/**
 * Numbers for the names of commits, from 1, in the order in which they are first met, and their uuids. A table of our
 * own, since a map of 100,000 texts takes longer to look in than git takes to find the commits.
 */
export class CommitNumbers {
  readonly uuids = new Uuids(ROOM);
  private readonly hashed: string;
  private words = new Int32Array(0);
  private width = 0;
  private size = 0;
  /** A number where the name's first word says, or after it; 0 where none is. */
  private slots = new Int32Array(2 * ROOM);

  constructor(context: Context) {
    this.hashed = hashedName(context.orgId, 'git', commitName(context, ''));
  }

  /** The number of a commit; all names have the same length. */
  of(sha: string): number {
    if (this.size === 0) this.begin(sha);
    const mask = this.slots.length - 1;
    let slot = wordAt(sha, 0) & mask;
    for (let number = this.slots[slot] ?? 0; number !== 0; number = this.slots[slot] ?? 0) {
      if (this.isNamed(number, sha)) return number;
      slot = (slot + 1) & mask;
    }
    return this.add(sha, slot);
  }

  private begin(sha: string): void {
    this.width = Math.max(1, Math.ceil(sha.length / DIGITS_A_WORD));
    this.words = new Int32Array(ROOM * this.width);
  }

  private isNamed(number: number, sha: string): boolean {
    const from = number * this.width;
    for (let word = 0; word < this.width; word += 1)
      if (this.words[from + word] !== wordAt(sha, word * DIGITS_A_WORD)) return false;
    return true;
  }

  private add(sha: string, slot: number): number {
    this.size += 1;
    const from = this.size * this.width;
    if (from >= this.words.length) this.words = doubled(this.words);
    for (let word = 0; word < this.width; word += 1)
      this.words[from + word] = wordAt(sha, word * DIGITS_A_WORD);
    this.uuids.add(this.hashed + sha);
    this.slots[slot] = this.size;
    if (this.size * 2 > this.slots.length) this.spread();
    return this.size;
  }

  /** Gives every number a slot among twice as many. */
  private spread(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let number = 1; number <= this.size; number += 1) {
      let slot = (this.words[number * this.width] ?? 0) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number;
    }
  }

  /** The name that a number was given for. */
  shaOf(number: number): string {
    const words = this.words.subarray(number * this.width, (number + 1) * this.width);
    return [...words].map((word) => (word >>> 0).toString(16).padStart(DIGITS_A_WORD, '0')).join('');
  }

  /** The commits of a batch, and what they stand on. */
  batch(records: readonly Pick<LogRecord, 'sha' | 'parents'>[]): Batch {
    const numbers = new Int32Array(records.length);
    const starts = new Int32Array(records.length + 1);
    const parents: number[] = [];
    let index = 0;
    for (const { sha, parents: under } of records) {
      numbers[index] = this.of(sha);
      for (const parent of under) parents.push(this.of(parent));
      index += 1;
      starts[index] = parents.length;
    }
    return { numbers, starts, parents: Int32Array.from(parents) };
  }
}
