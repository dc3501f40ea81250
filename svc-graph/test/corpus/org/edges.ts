import type { CorpusRow } from './read.ts';

/** Rows of the relation table: from whom to whom. */
export function edges(relation: string, ...chains: readonly (readonly [string, ...string[]])[]): CorpusRow[] {
  return chains.flatMap(([from, ...to]) =>
    to.map((each) => ({ relation, fromUuid: from, toUuid: each, since: null, until: null })),
  );
}
