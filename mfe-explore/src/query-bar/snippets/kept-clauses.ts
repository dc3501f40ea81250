import type { Query } from '@cairn/query';
import { countOf, removeClause, type Clause, type ClauseType } from '../clauses.ts';

/** What reads measures goes before them, so that the places of the others hold. */
const FIRST: readonly ClauseType[] = ['column-having', 'column-formula'];

/** The query without these clauses, and without what cannot be computed then. */
export function withoutClauses(query: Query, left: readonly Clause[]): Query {
  const rank = ({ type }: Clause) => (FIRST.includes(type) ? FIRST.indexOf(type) : FIRST.length);
  const inOrder = left.toSorted((one, other) => rank(one) - rank(other) || other.index - one.index);
  return inOrder.reduce(
    (rest, clause) => (clause.index < countOf(rest, clause.type) ? removeClause(rest, clause) : rest),
    query,
  );
}
