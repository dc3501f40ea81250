/**
 * Keeps a promise that is awaited after others. Whoever awaits it hears its failure; when one of the others fails
 * first, nobody is left to hear it, and the process must not end for that.
 */
export function keepForLater<T extends Promise<unknown>>(started: T): T {
  started.catch(() => undefined);
  return started;
}
