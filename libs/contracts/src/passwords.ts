import { COMMON_PASSWORDS } from './common-passwords.ts';
import { plainPassword } from './plain-password.ts';

/** Whether a password is a common one, also in capitals or with digits and signs after it. */
function isCommon(password: string): boolean {
  const text = password.trim().toLowerCase();
  return COMMON_PASSWORDS.has(text) || COMMON_PASSWORDS.has(text.replace(/[^a-z]+$/, ''));
}

/** Why a password is too easy to guess; null when it may be chosen. The list is too long for pages. */
export function easyPassword(password: string, email: string): string | null {
  const plain = plainPassword(password, email);
  if (plain !== null) return plain;
  return isCommon(password) ? 'This is one of the most common passwords. Choose another.' : null;
}
