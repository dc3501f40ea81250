import type { PhaseCount, ReadProgress } from '../store/source-row.ts';

const NOTHING: PhaseCount = { done: 0, total: null, perSecond: null };

/** What the phase that a source is in has counted. */
export function countOf({ current, counts }: ReadProgress): PhaseCount {
  return (current === null ? undefined : counts[current]) ?? NOTHING;
}

/** The progress at the beginning of a phase; the phase before it is complete. */
export function beginPhase(
  progress: ReadProgress,
  phase: string,
  count: Partial<PhaseCount> = {},
): ReadProgress {
  const { counts } = endPhase(progress);
  return { state: 'running', current: phase, counts: { ...counts, [phase]: { ...NOTHING, ...count } } };
}

/** The progress with other counts of the phase that it is in. */
export function countPhase(progress: ReadProgress, count: PhaseCount): ReadProgress {
  const { current, counts } = progress;
  return current === null ? progress : { ...progress, counts: { ...counts, [current]: count } };
}

function endPhase(progress: ReadProgress): ReadProgress {
  const { done } = countOf(progress);
  return countPhase(progress, { done, total: done, perSecond: null });
}

/** The progress at the end of everything. */
export function endProgress(progress: ReadProgress): ReadProgress {
  return { ...endPhase(progress), state: 'done' };
}

/** The progress of a reading that failed: it stays in its phase. */
export function failProgress(progress: ReadProgress): ReadProgress {
  const { done, total } = countOf(progress);
  return { ...countPhase(progress, { done, total, perSecond: null }), state: 'failed' };
}

/** Things a second, once there is enough to tell by. */
export function rateOf(things: number, milliseconds: number): number | null {
  return milliseconds > 200 ? Math.round((things * 1_000) / milliseconds) : null;
}
