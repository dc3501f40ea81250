import type { CorpusRow } from './read.ts';

/** Rows of the relation table: from whom to whom. */
export function edges(relation: string, ...chains: readonly (readonly [string, ...string[]])[]): CorpusRow[] {
  return chains.flatMap(([from, ...to]) =>
    to.map((each) => ({ relation, fromUuid: from, toUuid: each, since: null, until: null })),
  );
}

/** Edges from commits to the files they touched, each with the lines added and deleted there. */
export function touches(
  ...commits: readonly (readonly [string, Readonly<Record<string, readonly [number, number]>>])[]
): CorpusRow[] {
  return commits.flatMap(([commit, files]) =>
    Object.entries(files).flatMap(([file, [additions, deletions]]) =>
      edges('touches', [commit, file]).map((edge) => ({ ...edge, additions, deletions })),
    ),
  );
}
