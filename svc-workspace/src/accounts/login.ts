import { AppError, UserId, type accountContract, type Login } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { Auth } from './auth.ts';
import { attempt, type AttemptLimit } from './attempts.ts';
import type { EmailChanges } from './email-change.ts';
import type { HashQueue } from './hash-queue.ts';
import { endOf, isLive, sessionOf } from './sessions.ts';
import type { SecondFactorStore } from './two-factor/store.ts';
import { checkPassword, hasPassword, isPassword, setPassword } from './users.ts';

interface Current {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
}

interface AccountCall {
  readonly request: Request;
  /** Headers of the answer. */
  readonly headers: Headers;
}

/** The user and session of a cookie; throws where there is no session. */
export async function currentOf(auth: Auth, { request, headers }: AccountCall): Promise<Current> {
  const found = await sessionOf(auth, request.headers.get('cookie') ?? '');
  if (!found) throw new AppError('unauthenticated', 'Sign in to go on.');
  for (const cookie of found.cookies) headers.append('set-cookie', cookie);
  return { userId: found.user.id, sessionId: found.session.id, email: found.user.email };
}

async function liveSessions(auth: Auth, userId: string) {
  const { internalAdapter } = await auth.$context;
  const all = await internalAdapter.listSessions(userId);
  return all.filter(isLive);
}

async function readLogin(auth: Auth, emails: EmailChanges, { userId, sessionId }: Current): Promise<Login> {
  const sessions = await liveSessions(auth, userId);
  const shown = sessions.map((session) => ({
    id: session.id,
    signedInAt: session.createdAt.toISOString(),
    expiresAt: endOf(session).toISOString(),
    userAgent: session.userAgent || null,
    address: session.ipAddress || null,
    current: session.id === sessionId,
  }));
  return {
    hasPassword: await hasPassword(auth, userId),
    pendingEmail: await emails.pending(userId),
    sessions: shown.toSorted((a, b) => b.signedInAt.localeCompare(a.signedInAt) || a.id.localeCompare(b.id)),
  };
}

/** Ends the chosen sessions of a user and returns their number. */
export async function endSessions(
  auth: Auth,
  userId: string,
  chosen: (id: string) => boolean,
): Promise<number> {
  const { internalAdapter } = await auth.$context;
  const ending = (await liveSessions(auth, userId)).filter(({ id }) => chosen(id));
  for (const { token } of ending) await internalAdapter.deleteSession(token);
  return ending.length;
}

/** The routes of a user's password and sessions. They require the session, not a token, since tokens belong to an org. */
export function loginRoutes(
  auth: Auth,
  limit: AttemptLimit,
  hashing: HashQueue,
  {
    emails,
    factors,
  }: { readonly emails: EmailChanges; readonly factors: Pick<SecondFactorStore, 'forgetDevices'> },
): Pick<
  Handlers<typeof accountContract>,
  'readLogin' | 'changePassword' | 'endSession' | 'resendEmailChange' | 'cancelEmailChange'
> {
  const loginOf = (current: Current) => readLogin(auth, emails, current);
  return {
    readLogin: async (call) => ({ data: await loginOf(await currentOf(auth, call)) }),
    changePassword: async (call) => {
      const { input } = call;
      const current = await currentOf(auth, call);
      const { userId, sessionId, email } = current;
      checkPassword(input.next, email);
      const replace = async () => {
        const known =
          !(await hasPassword(auth, userId)) || (await isPassword(auth, userId, input.current ?? ''));
        if (!known) throw new AppError('invalid_credentials', 'The present password is wrong.');
        await setPassword(auth, userId, input.next);
        await emails.cancel(userId);
        await factors.forgetDevices(UserId.parse(userId));
      };
      await attempt([[limit, `password ${userId}`]], () => hashing(replace));
      await endSessions(auth, userId, (id) => id !== sessionId);
      return { data: await loginOf(current) };
    },
    resendEmailChange: async (call) => {
      const current = await currentOf(auth, call);
      await emails.resend(current.userId);
      return { data: await loginOf(current) };
    },
    cancelEmailChange: async (call) => {
      const current = await currentOf(auth, call);
      await emails.cancel(current.userId);
      return { data: await loginOf(current) };
    },
    endSession: async (call) => {
      const { input } = call;
      const current = await currentOf(auth, call);
      const chosen =
        'id' in input ? (id: string) => id === input.id : (id: string) => id !== current.sessionId;
      const ended = await endSessions(auth, current.userId, chosen);
      if ('id' in input && ended === 0) throw new AppError('not_found', 'This session has ended already.');
      return { data: await loginOf(current) };
    },
  };
}
