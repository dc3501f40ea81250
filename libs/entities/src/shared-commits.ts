import type { Kind, Relation } from './attribute.ts';

/** The relation as edges of the relation table: one commit may lie in several repositories. */
function shared(relation: Relation, direction: 'out' | 'in'): Relation {
  const first = relation.many ? {} : { first: relation.via };
  return { ...relation, ...first, many: true, via: { kind: 'edge', relation: 'inRepository', direction } };
}

const ENDS = new Map<string, { readonly other: string; readonly direction: 'out' | 'in' }>([
  ['Commit', { other: 'Repository', direction: 'out' }],
  ['Repository', { other: 'Commit', direction: 'in' }],
]);

/** A change of a shared commit is one change, though a file of each repository has it. */
function countedOnce(relation: Relation): Relation {
  const { via } = relation;
  if (via.kind !== 'edge' || via.relation !== 'touches') return relation;
  return { ...relation, via: { ...via, homeColumn: 'repositoryUuid' } };
}

/** The kinds of an org in which repositories share commits, such as a fork and what it was made from. */
export function withSharedCommits(kinds: readonly Kind[]): Kind[] {
  return kinds.map((kind) => {
    const end = ENDS.get(kind.name);
    const relations = kind.relations.map((relation) =>
      relation.name === end?.other ? shared(relation, end.direction) : countedOnce(relation),
    );
    return { ...kind, relations };
  });
}
