import { readsGraph } from '@cairn/host';
import type { QueryClient } from '@tanstack/react-query';

/** How often at most everything is read again while data keeps coming. */
const EVERY_MS = 5_000;
const BUSY_MS = 250;

/**
 * Reads what shows the graph again when it is told another version than before: rarely, never while an earlier reading
 * is under way, and with the old answers on the page until the new ones are there.
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
  /** What was asked before the first version was heard may be older than it. */
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
