import { readsGraph } from '@cairn/host';
import type { QueryClient } from '@tanstack/react-query';

/** The shortest time between two reloads while data keeps coming. */
const EVERY_MS = 5_000;
const BUSY_MS = 250;

/**
 * Reloads queries of the graph on a new data version. It does so rarely, never during an earlier reload, and
 * keeps the old answers on the page meanwhile.
 */
export function graphRefresh(client: QueryClient) {
  let known: number | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer = undefined;
    if (client.isFetching({ predicate: readsGraph }) > 0) {
      timer = setTimeout(refresh, BUSY_MS);
      return;
    }
    last = performance.now();
    void client.invalidateQueries({ predicate: readsGraph });
  };
  /** Answers from before the first known version may be older than it. */
  const isOld = () => client.getQueryCache().findAll({ predicate: readsGraph }).length > 0;
  return {
    told(version: number): void {
      const isNew = known === undefined ? isOld() : version !== known;
      known = version;
      if (isNew) timer ??= setTimeout(refresh, Math.max(0, last + EVERY_MS - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
