import type { Configuration } from '@cairn/contracts';
import type { Query } from '@cairn/query';

/** What every clause editor is given. */
export interface EditorProps {
  readonly query: Query;
  readonly configuration: Configuration;
  /** Place of the clause among those of its type; behind the last one for a new clause. */
  readonly index: number;
  /** Sets the clause and closes the editor. */
  readonly onApply: (query: Query) => void;
}
