import type { FoundEntity } from '@cairn/contracts';
import type { Reader } from '../query/engine/reader.ts';
import { readFound } from './present-found.ts';

/** The kinds that people call by a name, and may write wrongly. */
const NAMED_KINDS = `('Person', 'Team', 'Repository', 'Project')`;
/** From 0 to 1; one wrong or swapped letter of a short name stays above it. */
const LEAST_ALIKE = 0.88;
const SHORTEST = 3;
const MOST_SIMILAR = 5;

/** The people, teams, repositories and projects whose name, or a word of it, is written almost like a term. */
export async function similarEntities(reader: Reader, term: string, names: string): Promise<FoundEntity[]> {
  if (term.length < SHORTEST) return [];
  return readFound(
    reader,
    `SELECT *, false AS exact, greatest(jaro_winkler_similarity(plain, $1), list_max(
         list_transform(regexp_split_to_array(plain, '[^\\pL\\pN]+'), lambda word: jaro_winkler_similarity(word, $1)))) AS alike
       FROM ${names} WHERE kind IN ${NAMED_KINDS} AND alike >= ${String(LEAST_ALIKE)}
       ORDER BY alike DESC, place, plain, uuid LIMIT ${String(MOST_SIMILAR)}`,
    [term],
  );
}
