import type { GraphStore } from './graph-store.ts';
import type { Transaction, TransactionStep } from './transaction.ts';

/** The part of a transaction that also works from another thread. */
export type OpenTransaction = Pick<Transaction, 'runAll'>;

/** The graph as sources use it. It also works from a worker thread, which must not open the file again. */
export interface GraphWriter {
  rows<Row>(sql: string, params?: readonly string[]): Promise<Row[]>;
  /** Commits all steps or none. */
  commit(steps: readonly TransactionStep[]): Promise<void>;
  transaction(work: (open: OpenTransaction) => Promise<void>): Promise<void>;
}

/** A writer to the store of this thread. */
export function writerOf(store: GraphStore): GraphWriter {
  return {
    rows: (sql, params = []) => store.rows(sql, [...params]),
    commit: (steps) => store.transaction((transaction) => transaction.runAll(steps)),
    transaction: (work) => store.transaction(work),
  };
}
