import { AppError } from '@cairn/contracts';

/** True when a service is down, so that a retry may succeed soon. */
export function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}

/** Retries while the service is down; other failures would repeat. */
export const whileAway = (_count: number, error: Error): boolean => isAway(error);

const LONGEST_PAUSE_MS = 5_000;

/** The pause before a retry in milliseconds: one second, then two, four, and at most five. */
export const pauseBeforeRetry = (count: number): number => Math.min(1_000 * 2 ** count, LONGEST_PAUSE_MS);
