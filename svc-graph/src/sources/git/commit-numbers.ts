import { Uuids, wordsOfDigits } from '../../store/columns.ts';
import { naturalKey } from '../../store/natural-key.ts';
import { hashedName } from '../../store/uuid.ts';
import type { Context } from './normalise.ts';
import type { LogRecord } from './records.ts';

/** Commits by number, and the numbers of their parents, one commit after another. */
export interface NumberedCommits {
  readonly numbers: Int32Array;
  readonly parents: Int32Array;
  /** The index of the first parent of each commit; those of the next commit follow. */
  readonly starts: Int32Array;
}

const DIGITS_A_WORD = 8;

/** Doubles the room of an array. */
export function doubled<Numbers extends Int32Array | Uint32Array | Uint8Array>(numbers: Numbers): Numbers {
  const room = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  room.set(numbers);
  return room;
}

const ROOM = 1 << 12;

/**
 * Numbers commits by sha, from 1, in the order in which they first occur, and holds their uuids. It has its own hash
 * table, since lookups in a map of 100,000 texts take longer than git takes to find the commits.
 */
export class CommitNumbers {
  readonly uuids = new Uuids(ROOM);
  private readonly hashed: string;
  private words = new Uint32Array(0);
  private width = 0;
  private size = 0;
  /** The hash table: a number in the slot of the sha's first word or a later one; 0 in a free slot. */
  private slots = new Int32Array(2 * ROOM);

  constructor(context: Context) {
    this.hashed = hashedName(context.orgId, naturalKey.Commit({ sha: '' }));
  }

  /** The numbers of commits; all shas have the same length. */
  of(shas: readonly string[]): Int32Array<ArrayBuffer> {
    const given = new Int32Array(shas.length);
    if (this.size === 0) this.begin(shas[0] ?? '');
    const words = wordsOfDigits(shas.join(''));
    const hashed: string[] = [];
    for (let index = 0, from = 0; index < shas.length; index += 1, from += this.width) {
      const before = this.size;
      given[index] = this.numberOf(words, from);
      if (this.size > before) hashed.push(this.hashed + (shas[index] ?? ''));
    }
    this.uuids.add(hashed);
    return given;
  }

  private begin(sha: string): void {
    this.width = Math.max(1, Math.ceil(sha.length / DIGITS_A_WORD));
    this.words = new Uint32Array(ROOM * this.width);
  }

  private numberOf(words: Uint32Array, from: number): number {
    const mask = this.slots.length - 1;
    let slot = (words[from] ?? 0) & mask;
    for (let number = this.slots[slot] ?? 0; number !== 0; number = this.slots[slot] ?? 0) {
      if (this.isNamed(number, words, from)) return number;
      slot = (slot + 1) & mask;
    }
    return this.add(words, from, slot);
  }

  private isNamed(number: number, words: Uint32Array, from: number): boolean {
    const own = number * this.width;
    for (let word = 0; word < this.width; word += 1)
      if (this.words[own + word] !== words[from + word]) return false;
    return true;
  }

  private add(words: Uint32Array, from: number, slot: number): number {
    this.size += 1;
    const own = this.size * this.width;
    if (own >= this.words.length) this.words = doubled(this.words);
    for (let word = 0; word < this.width; word += 1) this.words[own + word] = words[from + word] ?? 0;
    this.slots[slot] = this.size;
    if (this.size * 2 > this.slots.length) this.spread();
    return this.size;
  }

  /** Doubles the slots and places every number anew. */
  private spread(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let number = 1; number <= this.size; number += 1) {
      let slot = (this.words[number * this.width] ?? 0) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number;
    }
  }

  /** The sha of a number. */
  shaOf(number: number): string {
    const words = this.words.subarray(number * this.width, (number + 1) * this.width);
    return [...words].map((word) => word.toString(16).padStart(DIGITS_A_WORD, '0')).join('');
  }

  /** The numbers of the commits of a batch and of their parents. */
  batch(records: readonly Pick<LogRecord, 'sha' | 'parents'>[]): NumberedCommits {
    const starts = new Int32Array(records.length + 1);
    const parents: string[] = [];
    let index = 0;
    for (const { parents: under } of records) {
      parents.push(...under);
      index += 1;
      starts[index] = parents.length;
    }
    return { numbers: this.of(records.map(({ sha }) => sha)), starts, parents: this.of(parents) };
  }
}
