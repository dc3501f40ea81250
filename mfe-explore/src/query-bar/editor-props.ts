import type { Configuration } from '@cairn/contracts';
import type { Query } from '@cairn/query';

/** The props of every clause editor. */
export interface EditorProps {
  readonly query: Query;
  readonly configuration: Configuration;
  /** Index among the clauses of this type; a new clause has the next one. */
  readonly index: number;
  /** Sets the clause and closes the editor. */
  readonly onApply: (query: Query) => void;
}
