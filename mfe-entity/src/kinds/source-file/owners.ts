import type { BlamedLines } from '@cairn/contracts';

/** Whose lines a file has: how many of them, and which part of all. */
export interface LineOwner {
  /** Null for an author who is no person of the graph. */
  readonly uuid: string | null;
  readonly name: string;
  readonly lines: number;
  readonly share: number;
}

/** The person who authored a commit, as far as the graph knows. */
export type AuthorOf = (sha: string) => { readonly uuid: string; readonly name: string } | undefined;

/** Who last changed how many lines, by name, because people are not ranked. */
export function lineOwners(blame: readonly BlamedLines[], authorOf: AuthorOf): LineOwner[] {
  const owners = new Map<string, { uuid: string | null; name: string; lines: number }>();
  for (const { sha, author, lines } of blame) {
    const person = authorOf(sha);
    const key = person?.uuid ?? `name ${author}`;
    const owner = owners.get(key) ?? { uuid: person?.uuid ?? null, name: person?.name ?? author, lines: 0 };
    owners.set(key, { ...owner, lines: owner.lines + lines });
  }
  const total = [...owners.values()].reduce((sum, { lines }) => sum + lines, 0);
  return [...owners.values()]
    .map((owner) => ({ ...owner, share: owner.lines / total }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
