import { AppError, UserId } from '@cairn/contracts';
import { easyPassword } from '@cairn/contracts/passwords';
import type { Auth } from './auth.ts';

/** Throws when a new password is too easy to guess. */
export function checkPassword(password: string, email: string): void {
  const problem = easyPassword(password, email);
  if (problem !== null) throw new AppError('invalid_input', problem);
}

interface NewAccount {
  readonly email: string;
  readonly superuser: boolean;
  readonly password?: string | undefined;
}

/** Makes an account on the word of whoever runs this Cairn, who vouches for its e-mail. */
export async function createAccount(auth: Auth, { email, superuser, password }: NewAccount): Promise<UserId> {
  const { internalAdapter } = await auth.$context;
  const name = email.split('@')[0] ?? email;
  const user = await internalAdapter.createUser(
    { email, name, emailVerified: true, superuser },
    { method: 'email-password' },
  );
  if (password !== undefined) await setPassword(auth, user.id, password);
  return UserId.parse(user.id);
}

/** Whether a user has a password; an account made without one has only sign-in links until it sets one. */
export async function hasPassword(auth: Auth, userId: string): Promise<boolean> {
  const { internalAdapter } = await auth.$context;
  return Boolean((await internalAdapter.findCredentialAccount(userId))?.password);
}

/** Whether this is the password of a user; false where they have none. */
export async function isPassword(auth: Auth, userId: string, password: string): Promise<boolean> {
  const { internalAdapter, password: hasher } = await auth.$context;
  const hash = (await internalAdapter.findCredentialAccount(userId))?.password;
  return hash ? hasher.verify({ hash, password }) : false;
}

/** Sets the password of a user, with or without an earlier one. */
export async function setPassword(auth: Auth, userId: string, password: string): Promise<void> {
  const { internalAdapter, password: hasher } = await auth.$context;
  const hash = await hasher.hash(password);
  if (await internalAdapter.findCredentialAccount(userId)) {
    await internalAdapter.updatePassword(userId, hash);
    return;
  }
  const account = { userId, providerId: 'credential', accountId: userId, password: hash };
  await internalAdapter.linkAccount(account);
}
