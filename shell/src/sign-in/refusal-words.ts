import { AuthProblem } from '../session/auth.ts';

/** Why signing in failed, for the person who tries. */
export function refusalWords(error: Error, byLink: boolean): string {
  if (!(error instanceof AuthProblem) || error.code !== 'refused') return error.message;
  return byLink
    ? 'This link was used already or is too old. Sign in with your password, or start Cairn again for a new link.'
    : 'The e-mail address or the password is not right.';
}
