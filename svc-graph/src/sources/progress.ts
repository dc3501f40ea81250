import type { PhaseCount, ReadProgress } from '../store/source-row.ts';

const NOTHING: PhaseCount = { done: 0, total: null, perSecond: null };

/** The counts of the current phase. */
export function countOf({ current, counts }: ReadProgress): PhaseCount {
  return (current === null ? undefined : counts[current]) ?? NOTHING;
}

/** The progress at the start of a phase; the previous phase is complete. */
export function beginPhase(
  progress: ReadProgress,
  phase: string,
  count: Partial<PhaseCount> = {},
): ReadProgress {
  const { counts } = endPhase(progress);
  return { state: 'running', current: phase, counts: { ...counts, [phase]: { ...NOTHING, ...count } } };
}

/** The progress with new counts of the current phase. */
export function countPhase(progress: ReadProgress, count: PhaseCount): ReadProgress {
  const { current, counts } = progress;
  return current === null ? progress : { ...progress, counts: { ...counts, [current]: count } };
}

function endPhase(progress: ReadProgress): ReadProgress {
  const { done } = countOf(progress);
  return countPhase(progress, { done, total: done, perSecond: null });
}

/** The progress when all phases are done. */
export function endProgress(progress: ReadProgress): ReadProgress {
  return { ...endPhase(progress), state: 'done' };
}

/** The progress of a failed reading, which stays in its phase. */
export function failProgress(progress: ReadProgress): ReadProgress {
  const { done, total } = countOf(progress);
  return { ...countPhase(progress, { done, total, perSecond: null }), state: 'failed' };
}

/** The rate per second; null while there is too little to measure, such as nothing yet. */
export function rateOf(things: number, milliseconds: number): number | null {
  return things > 0 && milliseconds > 200 ? Math.round((things * 1_000) / milliseconds) : null;
}
