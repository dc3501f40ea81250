/** After a start and after a change, how long changes of the address replace the entry (W§9). */
export const HISTORY_START_MS = 1_000;
export const HISTORY_AGAIN_MS = 300;

/**
 * True when a change at `now` replaces the history entry: within 1000 ms of the start or 300 ms of the last
 * change (X§2).
 */
export function replacesEntry(now: number, startedAt: number, changedAt: number | null): boolean {
  return now - startedAt < HISTORY_START_MS || (changedAt !== null && now - changedAt < HISTORY_AGAIN_MS);
}
