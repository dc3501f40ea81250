import { UserId } from '@cairn/contracts';
import { randomBytes } from 'node:crypto';
import type { Auth } from './auth.ts';

interface Owner {
  readonly email: string;
  readonly password?: string | undefined;
}

async function createUser(auth: Auth, { email, password }: Owner): Promise<string> {
  const { internalAdapter, password: hasher } = await auth.$context;
  const hash = await hasher.hash(password ?? randomBytes(24).toString('base64url'));
  const name = email.split('@')[0] ?? email;
  const user = await internalAdapter.createUser(
    { email, name, emailVerified: false, superuser: true },
    { method: 'email-password' },
  );
  await internalAdapter.linkAccount({
    userId: user.id,
    providerId: 'credential',
    accountId: user.id,
    password: hash,
  });
  return user.id;
}

async function setPassword(auth: Auth, userId: string, password: string): Promise<void> {
  const { internalAdapter, password: hasher } = await auth.$context;
  const accounts = await internalAdapter.findAccounts(userId);
  const current = accounts.find((account) => account.providerId === 'credential');
  if (current?.password && (await hasher.verify({ hash: current.password, password }))) return;
  const hash = await hasher.hash(password);
  if (current) await internalAdapter.updatePassword(userId, hash);
  else {
    await internalAdapter.linkAccount({
      userId,
      providerId: 'credential',
      accountId: userId,
      password: hash,
    });
  }
}

/** The owner's account, made when it is missing; a password that is given becomes the owner's, also of an old account. */
export async function ensureOwner(auth: Auth, owner: Owner): Promise<UserId> {
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findUserByEmail(owner.email.toLowerCase());
  if (found && owner.password !== undefined) await setPassword(auth, found.user.id, owner.password);
  return UserId.parse(found?.user.id ?? (await createUser(auth, owner)));
}
