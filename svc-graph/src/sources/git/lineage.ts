import { Uuids } from '../../store/columns.ts';
import { type NumberedCommits, type CommitNumbers, doubled } from './commit-numbers.ts';
import { type Context, branchUuid, releaseUuid } from './normalise.ts';
import type { BranchRef, Refs, TagRef } from './refs.ts';

/** Branches in the order in which they claim commits: the default one, then the latest. */
export function branchesInOrder(refs: Refs, defaultBranch: string | null): BranchRef[] {
  const first = refs.branches.filter(({ name }) => name === defaultBranch);
  const others = refs.branches.filter(({ name }) => name !== defaultBranch);
  return [...first, ...others.toSorted((left, right) => right.committedAt - left.committedAt)];
}

/** Tags in the order in which they claim commits: the earliest first. */
export function tagsInOrder(refs: Refs): TagRef[] {
  return refs.tags.toSorted((left, right) => left.at - right.at || (left.name < right.name ? -1 : 1));
}

/** Branch and release of commits, as positions in the two lists, counted from 1; 0 is none. */
export interface CommitPositions {
  readonly branches: Int32Array;
  readonly releases: Int32Array;
}

const NONE = 0x7fffffff;
const placeOf = (index: number) => (index === NONE ? 0 : index + 1);

/** States of a commit: it was read; it has a child; its positions were returned. */
const [COME, BELOW, GIVEN] = [1, 2, 4];
const ROOM = 1 << 12;

/**
 * Computes branch and release of each commit while commits are read, mostly children before parents. Where a clock
 * was wrong, a child comes later; commits that it changes after their positions were returned are kept as
 * corrections. Arrays by commit number hold the state, since 100,000 objects keep the garbage collector busy.
 */
export class Lineage {
  readonly branchUuids: readonly string[];
  readonly releaseUuids: readonly string[];
  /** The same uuids in the form that columns take. */
  readonly branchList: Uuids;
  readonly releaseList: Uuids;
  total = 0;
  merges = 0;
  private readonly numbers: CommitNumbers;
  private room = ROOM;
  private last = 0;
  private branch = new Int32Array(ROOM).fill(NONE);
  private release = new Int32Array(ROOM).fill(NONE);
  private state = new Uint8Array(ROOM);
  /** The index of the first parent of a commit in `parents`, and the number of its parents. */
  private from = new Int32Array(ROOM);
  private count = new Int32Array(ROOM);
  private parents = new Int32Array(ROOM);
  private links = 0;
  private readonly changed = new Set<number>();

  constructor(refs: Refs, defaultBranch: string | null, context: Context, numbers: CommitNumbers) {
    const branches = branchesInOrder(refs, defaultBranch);
    const tags = tagsInOrder(refs);
    this.numbers = numbers;
    this.branchUuids = branches.map(({ name }) => branchUuid(context, name));
    this.releaseUuids = tags.map(({ name }) => releaseUuid(context, name));
    this.branchList = Uuids.of(this.branchUuids);
    this.releaseList = Uuids.of(this.releaseUuids);
    this.claim('branch', branches);
    this.claim('release', tags);
  }

  private claim(what: 'branch' | 'release', heads: readonly (BranchRef | TagRef)[]): void {
    for (const [index, number] of this.numbers.of(heads.map(({ sha }) => sha)).entries()) {
      this.reach(number);
      this[what][number] = Math.min(this[what][number] ?? NONE, index);
    }
  }

  /** Grows the arrays up to a number. */
  private reach(number: number): void {
    this.last = Math.max(this.last, number);
    while (number >= this.room) {
      this.branch = doubled(this.branch).fill(NONE, this.room);
      this.release = doubled(this.release).fill(NONE, this.room);
      this.state = doubled(this.state);
      this.from = doubled(this.from);
      this.count = doubled(this.count);
      this.room *= 2;
    }
  }

  /** Adds commits in the order of git; returns the branch and release of each as known so far. */
  place({ numbers, parents, starts }: NumberedCommits): CommitPositions {
    for (let index = 0; index < numbers.length; index += 1)
      this.add(numbers[index] ?? 0, parents, starts[index] ?? 0, starts[index + 1] ?? 0);
    return this.give(numbers);
  }

  /** Commits whose branch or release changed after it was returned, with the present ones. */
  corrections(): CommitPositions & { readonly shas: readonly string[] } {
    const numbers = Int32Array.from(this.changed);
    this.changed.clear();
    return { shas: [...numbers].map((number) => this.numbers.shaOf(number)), ...this.give(numbers) };
  }

  /** Commits without children. */
  tops(): string[] {
    const tops: string[] = [];
    for (let number = 1; number <= this.last; number += 1)
      if (((this.state[number] ?? 0) & (COME | BELOW)) === COME) tops.push(this.numbers.shaOf(number));
    return tops;
  }

  private give(numbers: Int32Array): CommitPositions {
    for (const number of numbers) this.mark(number, GIVEN);
    return {
      branches: numbers.map((number) => placeOf(this.branch[number] ?? NONE)),
      releases: numbers.map((number) => placeOf(this.release[number] ?? NONE)),
    };
  }

  private mark(number: number, as: number): void {
    this.state[number] = (this.state[number] ?? 0) | as;
  }

  private add(number: number, parents: Int32Array, start: number, end: number): void {
    this.reach(number);
    this.mark(number, COME);
    this.from[number] = this.links;
    this.count[number] = end - start;
    for (let at = start; at < end; at += 1) {
      const parent = parents[at] ?? 0;
      this.reach(parent);
      this.mark(parent, BELOW);
      if (this.links === this.parents.length) this.parents = doubled(this.parents);
      this.parents[this.links] = parent;
      this.links += 1;
    }
    this.total += 1;
    if (end - start > 1) this.merges += 1;
    this.hand(number);
  }

  /** Passes the claims of a commit on to its ancestors. */
  private hand(from: number): void {
    const waiting = [from];
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      const first = this.from[number] ?? 0;
      const end = first + (this.count[number] ?? 0);
      for (let link = first; link < end; link += 1)
        if (this.lower(this.parents[link] ?? 0, number)) waiting.push(this.parents[link] ?? 0);
    }
  }

  /** Gives a parent the earlier claims of its child; true when they must be passed on to its own parents. */
  private lower(parent: number, child: number): boolean {
    const [branch, release] = [this.branch[child] ?? NONE, this.release[child] ?? NONE];
    const [before, released] = [this.branch[parent] ?? NONE, this.release[parent] ?? NONE];
    if (before <= branch && released <= release) return false;
    this.branch[parent] = Math.min(before, branch);
    this.release[parent] = Math.min(released, release);
    if ((this.state[parent] ?? 0) & GIVEN) this.changed.add(parent);
    return (this.count[parent] ?? 0) > 0;
  }
}
