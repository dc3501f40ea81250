/** The fewest and most characters of a password. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const;

/** Why a password is too easy to guess by its form; null when it is not. */
export function plainPassword(password: string, email: string): string | null {
  const text = password.trim().toLowerCase();
  const address = email.toLowerCase();
  if (text === '') return 'A password of nothing but spaces is too easy to guess. Choose another.';
  if (new Set(text).size === 1) {
    return 'A password of one repeated character is too easy to guess. Choose another.';
  }
  if (text === address || text === address.split('@')[0]) {
    return 'Your e-mail address is too easy to guess as a password. Choose another.';
  }
  return null;
}
