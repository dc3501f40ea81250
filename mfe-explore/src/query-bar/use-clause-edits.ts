import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { removeClause, type ClauseRef } from './clauses.ts';

const computedCount = ({ formulas, having }: Query) => formulas.length + having.length;

/** Removes or applies a clause, and reports other clauses that were removed with it. */
export function useClauseEdits(query: Query, onChange: (query: Query) => void) {
  const host = useHost();
  const tellLost = (lost: number) => {
    if (lost <= 0) return;
    const message = lost === 1 ? 'Removed 1 clause that needed it' : `Removed ${lost} clauses that needed it`;
    host.toast({ kind: 'info', message });
  };
  return {
    remove(clause: ClauseRef) {
      const next = removeClause(query, clause);
      const own = computedCount(query) > 0 && clause.type.startsWith('column-') ? 1 : 0;
      tellLost(computedCount(query) - computedCount(next) - own);
      onChange(next);
    },
    apply(clause: ClauseRef, next: Query) {
      // The editor of the selection reports its removals itself.
      if (clause.type !== 'select') tellLost(computedCount(query) - computedCount(next));
      onChange(next);
    },
  };
}
