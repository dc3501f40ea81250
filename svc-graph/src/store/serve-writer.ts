import type { Worker } from 'node:worker_threads';
import type { GraphStore } from './graph-store.ts';
import { type OpenTransaction, writerOf } from './graph-writer.ts';
import type { WriterCall, WriterReply, WriterRequest } from './remote-writer.ts';
import type { TransactionStep } from './transaction.ts';

/** One transaction at a time, with steps from another thread. */
class RemoteTransaction {
  private readonly store: GraphStore;
  private finish: ((rollback: boolean) => void) | undefined;
  private open: OpenTransaction | undefined;
  private done: Promise<void> = Promise.resolve();

  constructor(store: GraphStore) {
    this.store = store;
  }

  begin(): Promise<void> {
    return new Promise((begun, failed) => {
      this.done = this.store.transaction((transaction) => {
        this.open = transaction;
        begun();
        return new Promise<void>((resolve, reject) => {
          this.finish = (rollback) => (rollback ? reject(new RolledBack()) : resolve());
        });
      });
      this.done.catch(failed);
    });
  }

  async run(steps: readonly TransactionStep[]): Promise<void> {
    if (!this.open) throw new Error('no transaction is open');
    await this.open.runAll(steps);
  }

  async end(rollback: boolean): Promise<void> {
    this.finish?.(rollback);
    this.finish = undefined;
    this.open = undefined;
    await this.done.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  }
}

class RolledBack extends Error {}

/**
 * Serves a worker's requests on the thread that holds the file, until the returned function is called. When the
 * worker ends, an open transaction is rolled back.
 */
export function serveWriter(store: GraphStore, worker: Worker): () => void {
  const writer = writerOf(store);
  const remote = new RemoteTransaction(store);
  const answer = async (request: WriterRequest): Promise<unknown[]> => {
    if (request.kind === 'rows') return writer.rows(request.sql, request.params);
    if (request.kind === 'commit') await writer.commit(request.steps);
    else if (request.kind === 'run') await remote.run(request.steps);
    else if (request.kind === 'begin') await remote.begin();
    else await remote.end(request.kind === 'rollback');
    return [];
  };
  const serve = (message: WriterCall | object) => {
    // The thread may tell others of something too.
    if (!('request' in message)) return;
    const { id, request } = message;
    answer(request).then(
      (rows) => worker.postMessage({ id, rows } satisfies WriterReply),
      (error: unknown) =>
        worker.postMessage({
          id,
          error: error instanceof Error ? error.message : String(error),
        } satisfies WriterReply),
    );
  };
  const rollBack = () => void remote.end(true).catch(() => undefined);
  worker.on('message', serve);
  worker.once('exit', rollBack);
  return () => void worker.off('message', serve).off('exit', rollBack);
}
