import type { Configuration } from '@cairn/contracts';
import type { Query } from '@cairn/query';

/** What every clause editor is given. */
export interface EditorProps {
  readonly query: Query;
  readonly configuration: Configuration;
  /** Index among the clauses of this type. A new clause has the next free one. */
  readonly index: number;
  /** Sets the clause and closes the editor. */
  readonly onApply: (query: Query) => void;
}
