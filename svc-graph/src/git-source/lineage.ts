import { Uuids } from '../store/columns.ts';
import type { Context } from './normalise.ts';
import { branchUuid, releaseUuid } from './normalise-refs.ts';
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

/** Where commits stand: places in the lists of branches and releases, counted from 1; 0 is none. */
export interface Places {
  readonly branches: readonly number[];
  readonly releases: readonly number[];
}

interface Node {
  readonly sha: string;
  branch: number;
  release: number;
  parents: readonly Node[];
  /** Its place has been given. */
  given: boolean;
}

function firstOf(heads: readonly { sha: string }[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, { sha }] of heads.entries()) if (!places.has(sha)) places.set(sha, index);
  return places;
}

/** A part of a text keeps the whole of it in memory; its copy does not. */
const copyOf = (part: string) => Buffer.from(part, 'latin1').toString('latin1');

const NONE = Number.MAX_SAFE_INTEGER;
const placeOf = (index: number) => (index === NONE ? 0 : index + 1);

/**
 * Works out branch and release of each commit while commits come in, mostly children before parents. Where a clock
 * went wrong a child comes later; what it changes in commits whose place was given is kept as a correction.
 */
export class Lineage {
  readonly branchUuids: readonly string[];
  readonly releaseUuids: readonly string[];
  /** The same as columns take them. */
  readonly branchList: Uuids;
  readonly releaseList: Uuids;
  total = 0;
  merges = 0;
  private readonly heads: Map<string, number>;
  private readonly tags: Map<string, number>;
  private readonly nodes = new Map<string, Node>();
  private readonly withoutChild = new Set<Node>();
  private readonly changed = new Set<Node>();

  constructor(refs: Refs, defaultBranch: string | null, context: Context) {
    const branches = branchesInOrder(refs, defaultBranch);
    const tags = tagsInOrder(refs);
    this.heads = firstOf(branches);
    this.tags = firstOf(tags);
    this.branchUuids = branches.map(({ name }) => branchUuid(context, name));
    this.releaseUuids = tags.map(({ name }) => releaseUuid(context, name));
    this.branchList = Uuids.of(this.branchUuids);
    this.releaseList = Uuids.of(this.releaseUuids);
  }

  /** Takes commits as git gives them; answers where each stands by now. */
  place(commits: Iterable<{ readonly sha: string; readonly parents: readonly string[] }>): Places {
    const nodes: Node[] = [];
    for (const { sha, parents } of commits) nodes.push(this.add(sha, parents));
    return this.give(nodes);
  }

  /** Commits whose place is another than was given, and where they stand. */
  corrections(): Places & { readonly shas: readonly string[] } {
    const nodes = [...this.changed];
    this.changed.clear();
    return { shas: nodes.map(({ sha }) => sha), ...this.give(nodes) };
  }

  /** Commits that no other stands on. */
  tops(): string[] {
    return [...this.withoutChild].map(({ sha }) => sha);
  }

  private give(nodes: readonly Node[]): Places {
    for (const node of nodes) node.given = true;
    return {
      branches: nodes.map(({ branch }) => placeOf(branch)),
      releases: nodes.map(({ release }) => placeOf(release)),
    };
  }

  private add(sha: string, parents: readonly string[]): Node {
    let node = this.nodes.get(sha);
    if (!node) {
      node = this.make(sha);
      this.withoutChild.add(node);
    }
    node.branch = Math.min(node.branch, this.heads.get(sha) ?? NONE);
    node.release = Math.min(node.release, this.tags.get(sha) ?? NONE);
    node.parents = parents.map((parent) => this.nodes.get(parent) ?? this.make(parent));
    this.total += 1;
    if (parents.length > 1) this.merges += 1;
    for (const parent of node.parents) this.withoutChild.delete(parent);
    this.hand(node);
    return node;
  }

  private make(sha: string): Node {
    const node: Node = { sha: copyOf(sha), branch: NONE, release: NONE, parents: [], given: false };
    this.nodes.set(node.sha, node);
    return node;
  }

  /** Hands a claim down to all that a commit stands on. */
  private hand(from: Node): void {
    const waiting = [from];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      const { branch, release } = node;
      for (const parent of node.parents) {
        if (parent.branch <= branch && parent.release <= release) continue;
        parent.branch = Math.min(parent.branch, branch);
        parent.release = Math.min(parent.release, release);
        if (parent.given) this.changed.add(parent);
        if (parent.parents.length > 0) waiting.push(parent);
      }
    }
  }
}
