import type { Signer } from './git-history.ts';

const NOREPLY = /^(?:\d+[-+])?([^@+]+)@users\.noreply\.(github|gitlab)\.com$/;

/** The key of a signer by the mailmap alone. */
export const mappedKey = ({ name, email }: Signer) => (email === '' ? name : email);

/**
 * Says which human signed, by a rule that is written apart from the product's: the mailmap first, then the login of a
 * no-reply address. Equal names join nobody.
 */
export function humanOf(signer: Signer): string {
  const [, login, forge] = NOREPLY.exec(signer.email) ?? [];
  return login ? `login ${forge ?? ''} ${login}` : mappedKey(signer);
}
