import { AppError } from '@cairn/contracts';

export type SaveProblem = 'conflict' | 'signed out' | 'failed';

/** The messages for a board that could not be saved. */
export const SAVE_PROBLEMS: Readonly<Record<Exclude<SaveProblem, 'conflict'>, string>> = {
  'signed out': 'You are signed out. Sign in again in another tab of this browser, then try again.',
  failed: 'There was a problem, please try again.',
};

/** Names why a save failed. */
export function saveProblemOf(error: unknown): SaveProblem {
  const code = error instanceof AppError ? error.code : null;
  if (code === 'unauthenticated') return 'signed out';
  return code === 'conflict' ? code : 'failed';
}
