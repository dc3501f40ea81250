import type { MessagePort } from 'node:worker_threads';
import type { GraphWriter, Step } from './graph-writer.ts';

/** What a thread asks of the one that holds the file. */
export type WriterRequest =
  | { readonly kind: 'rows'; readonly sql: string; readonly params: readonly string[] }
  | { readonly kind: 'commit' | 'run'; readonly steps: readonly Step[] }
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

/** What is given away instead of copied: bytes that share their memory with no others. */
function handedOver(steps: readonly Step[]): ArrayBuffer[] {
  const parts = steps.flatMap((step) =>
    'sql' in step
      ? step.params.filter((param) => typeof param !== 'string')
      : step.columns.flatMap(({ data, there }) => (there ? [data, there] : [data])),
  );
  const whole = parts.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
  return [...new Set(whole)];
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
  const ask = (request: WriterRequest, handed: ArrayBuffer[] = []) =>
    new Promise<unknown[]>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      port.postMessage({ id: last, request } satisfies Asked, handed);
    });
  return {
    rows: async <Row>(sql: string, params: readonly string[] = []) =>
      (await ask({ kind: 'rows', sql, params })) as Row[],
    commit: async (steps) => void (await ask({ kind: 'commit', steps }, handedOver(steps))),
    transaction: async (work) => {
      await ask({ kind: 'begin' });
      try {
        await work({ run: async (steps) => void (await ask({ kind: 'run', steps }, handedOver(steps))) });
      } catch (error) {
        await ask({ kind: 'undo' });
        throw error;
      }
      await ask({ kind: 'end' });
    },
  };
}
