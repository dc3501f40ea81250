import { truncate } from './format.ts';

/** Cuts the names of one picture, so that those which differ still differ where they have room for it. */
export function cutNames(
  names: readonly string[],
  characters: number,
  cut: (name: string, characters: number) => string = truncate,
): string[] {
  const shown = new Map(names.map((name) => [name, cut(name, characters)]));
  for (const alike of lookAlikes(shown)) tellApart(alike, characters, shown);
  return names.map((name) => shown.get(name) ?? name);
}

/** The names that look the same once they are cut. */
function lookAlikes(shown: ReadonlyMap<string, string>): string[][] {
  const byLook = new Map<string, string[]>();
  for (const [name, look] of shown) byLook.set(look, [...(byLook.get(look) ?? []), name]);
  return [...byLook.values()].filter(({ length }) => length > 1);
}

/** How much is shown of the place where names part before the place where some of them part again. */
const LEAD = 4;

/** Shows names from where they part. Those that part again further on are told apart there, after a `lead`. */
function tellApart(
  names: readonly string[],
  characters: number,
  shown: Map<string, string>,
  lead = '',
): void {
  const from = findParting(names, characters);
  for (const name of names) {
    const rest = from > 1 ? `${lead}…${name.slice(from)}` : name;
    shown.set(name, rest.length > characters ? `${rest.slice(0, Math.max(1, characters - 1))}…` : rest);
  }
  const still = lookAlikes(new Map(names.map((name) => [name, shown.get(name) ?? name])));
  for (const alike of still) {
    const next = findParting(alike, characters);
    const own = `${lead}…${(alike[0] ?? '').slice(from, Math.min(next, from + LEAD))}`;
    if (next > from && own.length < characters / 2) tellApart(alike, characters, shown, own);
  }
}

/** Where names part: the beginning of the word in which they first differ, or the letter where that is far on. */
function findParting(names: readonly string[], characters: number): number {
  const [first = '', ...others] = names;
  let same = 0;
  while (same < first.length && others.every((name) => name[same] === first[same])) same += 1;
  const word = same - (/[^/\-_. ]*$/.exec(first.slice(0, same))?.[0].length ?? 0);
  return same - word > characters / 2 ? same : word;
}
