import type { MessagePort } from 'node:worker_threads';
import type { GraphWriter } from './graph-writer.ts';
import type { Statement } from './load.ts';

/** What a thread asks of the one that holds the file. */
export type WriterRequest =
  | { readonly kind: 'rows'; readonly sql: string; readonly params: readonly string[] }
  | { readonly kind: 'commit'; readonly statements: readonly Statement[] }
  | { readonly kind: 'run'; readonly statements: readonly Statement[] }
  | { readonly kind: 'begin' | 'end' | 'undo' };

export interface Asked {
  readonly id: number;
  readonly request: WriterRequest;
}
export interface Answered {
  readonly id: number;
  readonly rows?: unknown[];
  readonly error?: string;
}

/** In a thread: asks the thread that holds the file. */
export function remoteWriter(port: MessagePort): GraphWriter {
  const waiting = new Map<number, { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }>();
  let last = 0;
  port.on('message', (message: Answered | 'stop') => {
    if (message === 'stop') return;
    const { id, rows = [], error } = message;
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asker?.resolve(rows);
    else asker?.reject(new Error(error));
  });
  const ask = (request: WriterRequest) =>
    new Promise<unknown[]>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      port.postMessage({ id: last, request } satisfies Asked);
    });
  return {
    rows: async <Row>(sql: string, params: readonly string[] = []) =>
      (await ask({ kind: 'rows', sql, params })) as Row[],
    commit: async (statements) => void (await ask({ kind: 'commit', statements })),
    transaction: async (work) => {
      await ask({ kind: 'begin' });
      try {
        await work({ run: async (statements) => void (await ask({ kind: 'run', statements })) });
      } catch (error) {
        await ask({ kind: 'undo' });
        throw error;
      }
      await ask({ kind: 'end' });
    },
  };
}
