import { AppError, UserId, type accountContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { randomBytes } from 'node:crypto';
import { attempt, type AttemptLimit } from './attempts.ts';
import type { Auth } from './auth.ts';
import type { DeviceCookies } from './device-cookie.ts';
import type { EmailChanges } from './email-change.ts';
import type { HashQueue } from './hash-queue.ts';
import type { SecondFactorStore } from './two-factor/store.ts';
import { checkPassword, setPassword } from './users.ts';

const HOURS = 24;
const identifierOf = (token: string) => `password-link:${token}`;

/** A link of the sign-in page with which a user sets a password. */
export interface PasswordLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** Creates a password link for a user; only the hash of its token is stored. */
export async function createPasswordLink(
  auth: Auth,
  publicUrl: string,
  userId: string,
): Promise<PasswordLink> {
  const { internalAdapter } = await auth.$context;
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + HOURS * 3_600_000);
  await internalAdapter.createVerificationValue({
    identifier: identifierOf(token),
    value: userId,
    expiresAt,
  });
  const url = `${new URL(publicUrl).origin}/sign-in?reset=${token}`;
  return { url, expiresAt: expiresAt.toISOString() };
}

const deadLink = () =>
  new AppError('invalid_credentials', 'This password link was used or is too old. Ask for a new one.');

interface PasswordLinkDeps {
  readonly emails: Pick<EmailChanges, 'cancel'>;
  readonly devices: DeviceCookies;
  readonly factors: Pick<SecondFactorStore, 'forgetDevices'>;
}

/** The routes that set a password by a link. An accepted password uses the link up; a rejected one does not. */
export function passwordLinkRoutes(
  auth: Auth,
  limits: (request: Request) => readonly [AttemptLimit, string][],
  hashing: HashQueue,
  { emails, devices, factors }: PasswordLinkDeps,
): Pick<Handlers<typeof accountContract>, 'resetPassword'> {
  return {
    resetPassword: ({ request, headers, input: { token, next } }) =>
      attempt(limits(request), async () => {
        const { internalAdapter } = await auth.$context;
        const found = await internalAdapter.findVerificationValue(identifierOf(token));
        const user =
          found && found.expiresAt > new Date() ? await internalAdapter.findUserById(found.value) : null;
        if (!user) throw deadLink();
        checkPassword(next, user.email);
        // Of two concurrent requests, one consumes the token.
        if (!(await internalAdapter.consumeVerificationValue(identifierOf(token)))) throw deadLink();
        await hashing(() => setPassword(auth, user.id, next));
        await emails.cancel(user.id);
        await factors.forgetDevices(UserId.parse(user.id));
        await internalAdapter.deleteUserSessions(user.id);
        // Who guesses at the account from elsewhere does not hold up whom it let set a password.
        devices.give({ request, headers }, user.email);
        return { success: true as const };
      }),
  };
}
