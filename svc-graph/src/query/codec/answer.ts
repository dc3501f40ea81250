import type { AnswerMeta, Column } from '@cairn/contracts';
import type { Table, StreamedTable } from '../table.ts';

/** What every codec encodes: columns with their meaning, their values, and what the answer covers. */
export interface QueryAnswer {
  readonly columns: readonly Column[];
  /** Streamed tables occur only with Arrow, which is sent in record batches. */
  readonly table: Table | StreamedTable;
  readonly meta: AnswerMeta;
}
