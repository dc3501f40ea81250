import { AppError } from '@cairn/contracts';

/** The words of a failed answer (W§8). */
export const CHAT_FAILED = 'Failed to get result summaries';
const RATE_LIMITED = 'Rate limit exceeded. Please try again in a moment.';
/** The words of an answer that says nothing (W§8). */
export const EMPTY_REPLY = 'Server returned an empty response. Please try again.';
/** The words of a message without an org (W§5). */
export const NO_ORG = 'Organization ID is not available';

/** Why a message has no answer, in the words of W§8. */
export function chatFailureOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const isLimited = error instanceof AppError && error.code === 'rate_limited';
  if (isLimited || /rate.?limit/i.test(message)) return RATE_LIMITED;
  return message === '' ? CHAT_FAILED : message;
}

/** Why a preview of data cannot be shown, in the words of W§8. */
export function previewFailureOf(error: Error): string {
  const code = error instanceof AppError ? error.code : null;
  if (code === 'not_found') return 'Data source not found';
  if (code === 'unauthenticated') return 'Not authorized to access this data';
  return error.message || 'Failed to fetch data';
}
