const START_MS = 1_000;
const AGAIN_MS = 300;

/**
 * True when a change at `now` replaces the history entry: within 1000 ms of the start or 300 ms of the last
 * change (X§2).
 */
export function replacesEntry(now: number, startedAt: number, changedAt: number | null): boolean {
  return now - startedAt < START_MS || (changedAt !== null && now - changedAt < AGAIN_MS);
}
