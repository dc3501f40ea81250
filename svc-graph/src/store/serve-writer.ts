import type { Worker } from 'node:worker_threads';
import type { GraphStore } from './graph-store.ts';
import { type OpenTransaction, type Step, runAll, writerOf } from './graph-writer.ts';
import type { Answered, Asked, WriterRequest } from './remote-writer.ts';

/** Serves one transaction that is driven from outside. */
class Driven {
  private readonly store: GraphStore;
  private finish: ((undo: boolean) => void) | undefined;
  private open: OpenTransaction | undefined;
  private done: Promise<void> = Promise.resolve();

  constructor(store: GraphStore) {
    this.store = store;
  }

  begin(): Promise<void> {
    return new Promise((begun, failed) => {
      this.done = this.store.transaction((connection) => {
        this.open = { run: (steps) => runAll(connection, steps) };
        begun();
        return new Promise<void>((resolve, reject) => {
          this.finish = (undo) => (undo ? reject(new Undone()) : resolve());
        });
      });
      this.done.catch(failed);
    });
  }

  async run(steps: readonly Step[]): Promise<void> {
    if (!this.open) throw new Error('no transaction is open');
    await this.open.run(steps);
  }

  async end(undo: boolean): Promise<void> {
    this.finish?.(undo);
    this.finish = undefined;
    this.open = undefined;
    await this.done.catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  }
}

class Undone extends Error {}

/** In the thread that holds the file: serves a worker until it ends; a transaction it leaves open is undone. */
export function serveWriter(store: GraphStore, worker: Worker): void {
  const writer = writerOf(store);
  const driven = new Driven(store);
  const answer = async (request: WriterRequest): Promise<unknown[]> => {
    if (request.kind === 'rows') return writer.rows(request.sql, request.params);
    if (request.kind === 'commit') await writer.commit(request.steps);
    else if (request.kind === 'run') await driven.run(request.steps);
    else if (request.kind === 'begin') await driven.begin();
    else await driven.end(request.kind === 'undo');
    return [];
  };
  worker.on('message', ({ id, request }: Asked) => {
    answer(request).then(
      (rows) => worker.postMessage({ id, rows } satisfies Answered),
      (error: unknown) =>
        worker.postMessage({
          id,
          error: error instanceof Error ? error.message : String(error),
        } satisfies Answered),
    );
  });
  worker.once('exit', () => void driven.end(true).catch(() => undefined));
}
