import { AppError, UserId } from '@cairn/contracts';
import type { SecondFactorProof, twoFactorContract } from '@cairn/contracts/two-factor';
import type { Handlers } from '@cairn/service-kit';
import { attempt, limitAttempts, type AttemptLimit } from '../attempts.ts';
import type { Auth } from '../auth.ts';
import type { HashQueue } from '../hash-queue.ts';
import { currentOf, endSessions } from '../login.ts';
import { sessionOf } from '../sessions.ts';
import { hasPassword } from '../users.ts';
import type { SecondFactorStore } from './store.ts';

interface Call {
  readonly request: Request;
  readonly headers: Headers;
}

interface TwoFactorDeps {
  relay(path: string, call: Call, body: unknown): Promise<unknown>;
  readonly hashing: HashQueue;
  readonly store: SecondFactorStore;
  /** The limit on failures of the address of a request. */
  perAddress(request: Request): [AttemptLimit, string];
}

type Routes = Handlers<typeof twoFactorContract>;

/** The second factor of a user as pages show it. */
async function factorOf(auth: Auth, userId: string) {
  const { internalAdapter } = await auth.$context;
  const user = (await internalAdapter.findUserById(userId)) as { twoFactorEnabled?: unknown } | null;
  if (!user?.twoFactorEnabled) return { on: false, recoveryCodes: 0 };
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } });
  return { on: true, recoveryCodes: backupCodes.length };
}

/** The cookies that an answer sets, as a browser would send them. */
const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');

/** A call without its session, so that a code always ends the sign-in that waits for it, within its limits. */
function withoutSession({ request, headers }: Call): Call {
  const kept = new Headers(request.headers);
  const cookies = (kept.get('cookie') ?? '').split(/; */);
  kept.set('cookie', cookies.filter((each) => !/^[^=]*\.session_token=/.test(each)).join('; '));
  return { request: new Request(request.url, { headers: kept }), headers };
}

/** Signing in with a code of the app or a recovery code. */
function signInRoutes(
  auth: Auth,
  { relay, store, perAddress }: TwoFactorDeps,
): Pick<Routes, 'giveSecondFactor'> {
  const give = async (call: Call, code: string, trustDevice: boolean) => {
    const isOfApp = /^\d{6}$/.test(code);
    const path = isOfApp ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code';
    const led = new Headers();
    const waiting = withoutSession({ request: call.request, headers: led });
    const answer = (await relay(path, waiting, { code, trustDevice })) as {
      token: string;
      user: { id: string };
    };
    const userId = UserId.parse(answer.user.id);
    if (isOfApp && !(await store.isFresh(userId, code))) {
      const { internalAdapter } = await auth.$context;
      await internalAdapter.deleteSession(answer.token);
      throw new AppError('unauthenticated', 'This code was used already. Sign in again with the next one.');
    }
    for (const cookie of led.getSetCookie()) call.headers.append('set-cookie', cookie);
    if (!isOfApp) await store.record(userId, 'twoFactor.recovered');
  };
  return {
    giveSecondFactor: async (call) => {
      const { code, trust } = call.input;
      await attempt([perAddress(call.request)], () => give(call, code, trust));
      return { success: true as const };
    },
  };
}

/** Asks for proof of who somebody is, within the limits on guessing it. */
function proofOf(auth: Auth, { relay, hashing }: TwoFactorDeps) {
  const denied = 'Too many failed attempts.';
  const proofs = limitAttempts({ max: 10, seconds: 600, counts: 'failures in a row', denied });
  const attemptOf = <T>(userId: string, run: () => Promise<T>) => attempt([[proofs, userId]], run);
  /** Asks better-auth as the user of the session, once their proof is right. */
  const proven = (call: Call, userId: string, path: string, proof: SecondFactorProof) =>
    attemptOf(userId, async () => {
      if (await hasPassword(auth, userId)) {
        if (proof.password === undefined)
          throw new AppError('invalid_credentials', 'Give your password to go on.');
        return hashing(() => relay(path, call, { password: proof.password }));
      }
      if ((await factorOf(auth, userId)).on)
        await relay('/two-factor/verify-totp', call, { code: proof.code ?? '' });
      return relay(path, call, {});
    });
  return { attemptOf, proven };
}

/** The routes of a user's second factor. They require the session, and change nothing without password or code. */
export function twoFactorRoutes(auth: Auth, deps: TwoFactorDeps): Routes {
  const { relay, store } = deps;
  const { attemptOf, proven } = proofOf(auth, deps);
  /** Switches the factor on, and ends what was signed in or trusted before. */
  const switchOn = async (call: Call, userId: UserId, code: string) => {
    const led = new Headers();
    await relay('/two-factor/verify-totp', { request: call.request, headers: led }, { code });
    const found = await sessionOf(auth, cookiesOf(led));
    await endSessions(auth, userId, (id) => id !== found?.session.id);
    await store.forgetDevices(userId);
    await store.isFresh(userId, code);
    await store.record(userId, 'twoFactor.on');
    for (const cookie of led.getSetCookie()) call.headers.append('set-cookie', cookie);
  };
  const now = async (userId: string) => ({ data: await factorOf(auth, userId) });
  return {
    readSecondFactor: async (call) => now((await currentOf(auth, call)).userId),
    beginSecondFactor: async (call) => {
      const { userId } = await currentOf(auth, call);
      const begun = await proven(call, userId, '/two-factor/enable', call.input);
      const { totpURI: uri, backupCodes } = begun as { totpURI: string; backupCodes: string[] };
      return { uri, key: new URL(uri).searchParams.get('secret') ?? '', recoveryCodes: backupCodes };
    },
    confirmSecondFactor: async (call) => {
      const { userId } = await currentOf(auth, call);
      if ((await factorOf(auth, userId)).on)
        throw new AppError('conflict', 'This account has a second factor already.');
      const run = () => switchOn(call, UserId.parse(userId), call.input.code);
      await attemptOf(userId, run);
      return now(userId);
    },
    removeSecondFactor: async (call) => {
      const { userId } = await currentOf(auth, call);
      if (!(await factorOf(auth, userId)).on)
        throw new AppError('conflict', 'This account has no second factor.');
      await proven(call, userId, '/two-factor/disable', call.input);
      await store.forgetDevices(UserId.parse(userId));
      await store.record(UserId.parse(userId), 'twoFactor.off');
      return now(userId);
    },
    renewRecoveryCodes: async (call) => {
      const { userId } = await currentOf(auth, call);
      const made = await proven(call, userId, '/two-factor/generate-backup-codes', call.input);
      await store.record(UserId.parse(userId), 'twoFactor.codes');
      return { recoveryCodes: (made as { backupCodes: string[] }).backupCodes };
    },
    ...signInRoutes(auth, deps),
  };
}
