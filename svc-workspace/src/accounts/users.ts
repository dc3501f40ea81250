import { AppError, UserId } from '@cairn/contracts';
import { easyPassword } from '@cairn/contracts/passwords';
import type { Auth } from './auth.ts';

interface Owner {
  readonly email: string;
  readonly password?: string | undefined;
}

/** Throws when somebody chooses a password that is too easy to guess. */
export function checkPassword(password: string, email: string): void {
  const problem = easyPassword(password, email);
  if (problem !== null) throw new AppError('invalid_input', problem);
}

async function createUser(auth: Auth, { email, password }: Owner): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const name = email.split('@')[0] ?? email;
  const user = await internalAdapter.createUser(
    { email, name, emailVerified: false, superuser: true },
    { method: 'email-password' },
  );
  if (password !== undefined) await setPassword(auth, user.id, password);
  return user.id;
}

/** Whether a user has a password; an account made without one has only sign-in links until it sets one. */
export async function hasPassword(auth: Auth, userId: string): Promise<boolean> {
  const { internalAdapter } = await auth.$context;
  return Boolean((await internalAdapter.findCredentialAccount(userId))?.password);
}

/** Whether this is the password of a user; false also where there is none. */
export async function isPassword(auth: Auth, userId: string, password: string): Promise<boolean> {
  const { internalAdapter, password: hasher } = await auth.$context;
  const hash = (await internalAdapter.findCredentialAccount(userId))?.password;
  return hash ? hasher.verify({ hash, password }) : false;
}

/** Makes this the password of a user, whether there was one or not. */
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

/** The owner's account, made when it is missing; a password that is given becomes the owner's, also of an old account. */
export async function ensureOwner(auth: Auth, owner: Owner): Promise<UserId> {
  const { internalAdapter } = await auth.$context;
  const { password } = owner;
  if (password !== undefined) checkPassword(password, owner.email);
  const found = await internalAdapter.findUserByEmail(owner.email.toLowerCase());
  if (found && password !== undefined && !(await isPassword(auth, found.user.id, password))) {
    await setPassword(auth, found.user.id, password);
    await internalAdapter.deleteUserSessions(found.user.id);
  }
  return UserId.parse(found?.user.id ?? (await createUser(auth, owner)));
}

/** Gives a user another e-mail; `conflict` where an account has it already. */
export async function changeEmail(auth: Auth, userId: string, email: string): Promise<void> {
  const { internalAdapter } = await auth.$context;
  const wanted = email.toLowerCase();
  const isTaken = async () => {
    const found = await internalAdapter.findUserByEmail(wanted);
    return found !== null && found.user.id !== userId;
  };
  const taken = () => new AppError('conflict', 'Another account has this e-mail.');
  if (await isTaken()) throw taken();
  try {
    await internalAdapter.updateUser(userId, { email: wanted, emailVerified: false });
  } catch (error) {
    // Somebody may have been faster; the database keeps e-mails apart.
    throw (await isTaken()) ? taken() : error;
  }
}
