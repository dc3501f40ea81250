import type { MessagePort } from 'node:worker_threads';
import type { GraphWriter } from './graph-writer.ts';
import type { TransactionStep } from './transaction.ts';

/** What a worker thread requests of the thread that holds the file. */
export type WriterRequest =
  | { readonly kind: 'rows'; readonly sql: string; readonly params: readonly string[] }
  | { readonly kind: 'commit' | 'run'; readonly steps: readonly TransactionStep[] }
  | { readonly kind: 'begin' | 'end' | 'rollback' };

/** A request with the number that its reply carries. */
export interface WriterCall {
  readonly id: number;
  readonly request: WriterRequest;
}

/** The requested rows, or the error. */
export interface WriterReply {
  readonly id: number;
  readonly rows?: unknown[];
  readonly error?: string;
}

/** Buffers to transfer instead of copying: those that hold only one value. */
function transferables(steps: readonly TransactionStep[]): ArrayBuffer[] {
  const parts = steps.flatMap((step) =>
    'sql' in step
      ? step.params.filter((param) => typeof param !== 'string')
      : step.columns.flatMap(({ data, validity }) => (validity ? [data, validity] : [data])),
  );
  const whole = parts.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
  return [...new Set(whole)];
}

/** A writer for a worker thread, through the thread that holds the file. */
export function remoteWriter(port: MessagePort): GraphWriter {
  const waiting = new Map<number, { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }>();
  let last = 0;
  port.on('message', (message: WriterReply | 'stop') => {
    if (message === 'stop') return;
    const { id, rows = [], error } = message;
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asker?.resolve(rows);
    else asker?.reject(new Error(error));
  });
  const ask = (request: WriterRequest, transferred: ArrayBuffer[] = []) =>
    new Promise<unknown[]>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      port.postMessage({ id: last, request } satisfies WriterCall, transferred);
    });
  return {
    rows: async <Row>(sql: string, params: readonly string[] = []) =>
      (await ask({ kind: 'rows', sql, params })) as Row[],
    commit: async (steps) => void (await ask({ kind: 'commit', steps }, transferables(steps))),
    transaction: async (work) => {
      await ask({ kind: 'begin' });
      try {
        await work({
          runAll: async (steps) => void (await ask({ kind: 'run', steps }, transferables(steps))),
        });
      } catch (error) {
        await ask({ kind: 'rollback' });
        throw error;
      }
      await ask({ kind: 'end' });
    },
  };
}
