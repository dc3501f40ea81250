import type { AnswerMeta, Column } from '@cairn/contracts';
import type { Table } from '../table.ts';

/** What every codec encodes: columns with their meaning, their values, and what the answer covers. */
export interface Answer {
  readonly columns: readonly Column[];
  readonly table: Table;
  readonly meta: AnswerMeta;
}
