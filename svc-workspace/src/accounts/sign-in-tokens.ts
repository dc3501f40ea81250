import { randomBytes } from 'node:crypto';
import type { Auth } from './auth.ts';
import { identifySignInLink } from './sign-in-links.ts';

const MINUTES = 15;

/** The e-mail of the account of a sign-in link; null when the link was used or is too old. Does not use the link up. */
export async function accountOfLink(auth: Auth, token: string): Promise<string | null> {
  const { internalAdapter } = await auth.$context;
  const link = await internalAdapter.findVerificationValue(identifySignInLink(token));
  if (!link || link.expiresAt <= new Date()) return null;
  return (await internalAdapter.findUserById(link.value))?.email ?? null;
}

/** A token that signs this user in once within the next 15 minutes; only its hash is kept. */
export async function createSignInToken(auth: Auth, userId: string): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + MINUTES * 60_000);
  await internalAdapter.createVerificationValue({
    identifier: identifySignInLink(token),
    value: userId,
    expiresAt,
  });
  return token;
}
