import { AppError } from '@cairn/contracts';

/** Whether a service is away, so that the same request may be answered the next moment. */
export function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}

/** Asks again for as long as the service is away; whatever else failed would fail again. */
export const whileAway = (_count: number, error: Error): boolean => isAway(error);

const LONGEST_PAUSE_MS = 5_000;

/** The pause before a failed request is repeated: one second, then two, then longer, five at most. */
export const pauseBeforeRetry = (count: number): number => Math.min(1_000 * 2 ** count, LONGEST_PAUSE_MS);
