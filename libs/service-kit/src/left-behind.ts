import { AsyncLocalStorage } from 'node:async_hooks';

/** Takes a rejection for which nobody waits, and says that it did. */
type Taker = (error: unknown) => void;

const requests = new AsyncLocalStorage<Taker>();

/**
 * Runs the work of one request. A rejection for which nothing in it waits is told, and fails the request while it
 * runs.
 */
export function runRequest<T>(tell: Taker, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const take: Taker = (error) => {
      tell(error);
      reject(error);
    };
    requests.run(take, () => void work().then(resolve, reject));
  });
}

/** Runs work that a request begins, but that does not end with it: its faults are those of the process. */
export const runApart = <T>(work: () => T): T => requests.exit(work);

/** Gives a rejection to the request that it belongs to; false when it belongs to none. Node calls this in its context. */
export function takeLeftBehind(error: unknown): boolean {
  const take = requests.getStore();
  take?.(error);
  return take !== undefined;
}
