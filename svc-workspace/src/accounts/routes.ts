import {
  AppError,
  UserId,
  type accountContract,
  type OrgId,
  type SignInProvider,
  type SignUpMode,
} from '@cairn/contracts';
import type { connectionContract, oidcContract } from '@cairn/contracts/oidc';
import type { twoFactorContract } from '@cairn/contracts/two-factor';
import type { Handlers } from '@cairn/service-kit';
import type { Mailer } from '../mail/mailer.ts';
import { mailRoutes } from './mail-routes.ts';
import type { Database } from '../database/tables.ts';
import { asMailReader, authError, deadLink, type Auth } from './auth.ts';
import { attempt, limitAttempts, type AttemptLimit } from './attempts.ts';
import { deviceCookies, type DeviceCookies } from './device-cookie.ts';
import type { EmailChanges } from './email-change.ts';
import { guessLimits } from './guess-limits.ts';
import { createHashQueue, type HashQueue } from './hash-queue.ts';
import { linkingRoutes } from './linking.ts';
import { loginRoutes } from './login.ts';
import { ownPath, providerRoutes } from './provider-routes.ts';
import { passwordLinkRoutes } from './password-links.ts';
import { endSession, sessionOf } from './sessions.ts';
import { accountOfLink } from './sign-in-tokens.ts';
import { secondFactorStore } from './two-factor/store.ts';
import { connectionRoutes } from './oidc/connections.ts';
import { oidcRoutes } from './oidc/routes.ts';
import { siteAuths } from './oidc/site-auths.ts';
import { oidcStore } from './oidc/store.ts';
import type { OidcSite } from './oidc/plugin.ts';
import { twoFactorRoutes } from './two-factor/routes.ts';
import { wantsFactor } from './two-factor/plugin.ts';
import { checkPassword } from './users.ts';

interface Relayed {
  readonly request: Request;
  readonly headers: Headers;
}

/** The headers that better-auth gets. A client that is not a browser counts as of Cairn's own origin. */
function headersFor(request: Request, publicUrl: string): Headers {
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const name of [
    'cookie',
    'origin',
    'user-agent',
    'x-forwarded-for',
    'sec-fetch-site',
    'sec-fetch-mode',
  ]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const browser = headers.has('origin') || headers.has('sec-fetch-site');
  if (!browser) headers.set('origin', new URL(publicUrl).origin);
  return headers;
}

function relayTo(auth: Auth, publicUrl: string) {
  return async (path: string, { request, headers }: Relayed, body: unknown): Promise<unknown> => {
    const url = new URL(`/api/auth${path}`, publicUrl);
    const init = {
      method: 'POST',
      headers: headersFor(request, publicUrl),
      body: JSON.stringify(body ?? {}),
    };
    const answer = await auth.handler(new Request(url, init));
    if (!answer.ok) throw await authError(answer);
    for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie);
    return answer.json();
  };
}

const addressOf = (request: Request) => request.headers.get('x-forwarded-for') ?? 'direct';

type SignedIn = { user: { id: string; email: string; name: string } };

const signedIn = (answer: unknown) => answer as SignedIn;
const signedInOrAsked = (answer: unknown) =>
  wantsFactor(answer) ? { secondFactor: true as const } : signedIn(answer);

const FAILED = 'Too many failed attempts.';

/** The limits on failures per account, on codes and links per address, and on sign-ups per address. */
const newLimits = () => ({
  perAccount: limitAttempts({ max: 10, seconds: 600, counts: 'failures in a row', denied: FAILED }),
  perAddress: limitAttempts({ max: 1_000, seconds: 600, counts: 'failures', denied: FAILED }),
  signUps: limitAttempts({
    max: 20,
    seconds: 3_600,
    counts: 'all',
    denied: 'Too many accounts were asked for from here.',
  }),
});

/** The invitations as signing up uses them. */
interface SignUpInvitations {
  read(code: string): Promise<{ readonly email: string | null; readonly isMailed: boolean }>;
  join(code: string, userId: UserId): Promise<OrgId>;
}

interface AccountDeps {
  readonly db: Database;
  readonly secret: string;
  readonly publicUrl: string;
  readonly signUp: SignUpMode;
  readonly invitations: SignUpInvitations;
  readonly mailer: Mailer | undefined;
  readonly providers: readonly SignInProvider[];
  readonly emails: EmailChanges;
  /** Makes the accounts anew, for one provider of OpenID Connect. */
  readonly authFor: (site: OidcSite) => Auth;
}

/** Throws when this e-mail may not sign up here. True where it comes with a code that was mailed to it. */
async function checkSignUp(
  { signUp, invitations }: AccountDeps,
  email: string,
  code: string | undefined,
): Promise<boolean> {
  const refuse = (message: string) => {
    throw new AppError('forbidden', message);
  };
  if (signUp === 'closed') refuse('Sign-up is closed here. Ask an admin for an account.');
  if (code === undefined) {
    if (signUp === 'invitation') refuse('Making an account needs an invitation here. Ask an admin for one.');
    return false;
  }
  const invitation = await invitations.read(code);
  if (invitation.email !== null && invitation.email !== email.toLowerCase()) {
    refuse(`This invitation is for ${invitation.email}.`);
  }
  return invitation.email !== null && invitation.isMailed;
}

/** Joins a new account to the org of its invitation. A made-up user, who hides that the e-mail has an account, joins nothing. */
async function joinAsNew(auth: Auth, { invitations }: AccountDeps, code: string, userId: string) {
  const { internalAdapter } = await auth.$context;
  const user = await internalAdapter.findUserById(userId);
  return user ? invitations.join(code, UserId.parse(user.id)) : null;
}

/** Signing in by a link, which is read first and used at a click. */
function signInLinkRoutes(
  auth: Auth,
  relay: ReturnType<typeof relayTo>,
  perAddress: AttemptLimit,
  devices: DeviceCookies,
): Pick<Handlers<typeof accountContract>, 'readSignInLink' | 'signInOneTime'> {
  return {
    readSignInLink: ({ request, input }) =>
      attempt([[perAddress, addressOf(request)]], async () => {
        const email = await accountOfLink(auth, input.token);
        if (email === null) throw deadLink();
        const session = await sessionOf(auth, request.headers.get('cookie') ?? '');
        return { email, signedInAs: session?.user.email ?? null };
      }),
    signInOneTime: async (call) => {
      const email = await accountOfLink(auth, call.input.token);
      const run = () => relay('/one-time', call, call.input);
      const answer = await attempt([[perAddress, addressOf(call.request)]], run);
      if (email !== null) devices.give(call, email);
      return signedInOrAsked(answer);
    },
  };
}

/** Signing in by other sites, and connecting accounts of theirs. */
function siteRoutes(
  auth: Auth,
  deps: AccountDeps,
  guard: <T>(request: Request, run: () => Promise<T>) => Promise<T>,
) {
  const { publicUrl, signUp, mailer, providers: offered, authFor: create } = deps;
  const store = oidcStore(deps.db, deps.secret);
  const sites = siteAuths({ auth, offered, store, create });
  const relayOf = (one: Auth) => relayTo(one, publicUrl);
  return {
    signInOptions: async () => {
      const oidc = (await store.list())
        .filter(({ enabled }) => enabled)
        .map(({ id, name }) => ({ id, name }));
      return { signUp, mail: mailer !== undefined, providers: [...offered], oidc };
    },
    ...providerRoutes({ ...deps, sites, relayTo: relayOf, guard }),
    ...oidcRoutes(store, publicUrl),
    ...connectionRoutes(auth, {
      offered,
      store,
      sites,
      relayTo: relayOf,
      record: secondFactorStore(deps.db).record,
      ownPath: (to) => ownPath(to, publicUrl),
    }),
  };
}

interface SignUpLimits {
  readonly relay: ReturnType<typeof relayTo>;
  readonly hashing: HashQueue;
  readonly perAddress: AttemptLimit;
  readonly signUps: AttemptLimit;
}

/** Making an account, alone or by an invitation. */
function signUpRoutes(
  auth: Auth,
  deps: AccountDeps,
  { relay, hashing, perAddress, signUps }: SignUpLimits,
): Pick<Handlers<typeof accountContract>, 'signUpEmail'> {
  return {
    signUpEmail: async (call) => {
      const { invite_code: code, ...account } = call.input;
      const address = addressOf(call.request);
      checkPassword(account.password, account.email);
      const isRead = await attempt([[perAddress, address]], () => checkSignUp(deps, account.email, code));
      const make = () => relay('/sign-up/email', call, account);
      const run = () => hashing(() => (isRead ? asMailReader(account.email, make) : make()));
      const { user } = signedIn(await attempt([[signUps, address]], run));
      const orgId = code === undefined ? null : await joinAsNew(auth, deps, code, user.id);
      const confirm = deps.mailer !== undefined && !(isRead && orgId !== null);
      const { email, password } = account;
      // Where mails confirm, better-auth signs nobody in who makes an account.
      if (deps.mailer && !confirm) await hashing(() => relay('/sign-in/email', call, { email, password }));
      return { user, orgId, confirm };
    },
  };
}

/** Signing in and out through better-auth, with attempts limited per account and per address. */
export function accountRoutes(
  auth: Auth,
  deps: AccountDeps,
): Handlers<
  typeof accountContract & typeof twoFactorContract & typeof oidcContract & typeof connectionContract
> {
  const { publicUrl, mailer, emails } = deps;
  const relay = relayTo(auth, publicUrl);
  const { perAccount, perAddress, signUps } = newLimits();
  const hashing = createHashQueue();
  const devices = deviceCookies(deps.secret, publicUrl);
  const guesses = guessLimits({ db: deps.db, devices, addressOf });
  const factors = secondFactorStore(deps.db);
  return {
    signInEmail: async (call) => {
      const { email } = call.input;
      const run = () => hashing(() => relay('/sign-in/email', call, call.input));
      const answer = await attempt(await guesses(call.request, email), run);
      devices.give(call, email);
      return signedInOrAsked(answer);
    },
    ...signInLinkRoutes(auth, relay, perAddress, devices),
    ...signUpRoutes(auth, deps, { relay, hashing, perAddress, signUps }),
    signOut: async (call) => {
      await relay('/sign-out', call, {});
      // better-auth does not report a session that it could not end.
      await endSession(auth, call.request.headers.get('cookie') ?? '');
      return { success: true };
    },
    ...loginRoutes(auth, perAccount, hashing, { emails, factors }),
    ...passwordLinkRoutes(auth, (request) => [[perAddress, addressOf(request)]], hashing, {
      emails,
      devices,
      factors,
    }),
    ...linkingRoutes(auth, deps.db, perAccount),
    ...siteRoutes(auth, deps, (request, run) => attempt([[perAddress, addressOf(request)]], run)),
    ...twoFactorRoutes(auth, {
      relay,
      hashing,
      store: factors,
      perAddress: (request) => [perAddress, addressOf(request)],
    }),
    ...mailRoutes(auth, { publicUrl, mailer, addressOf, perAddress, emails }),
    keys: async () => ({ keys: (await auth.api.getJwks()).keys.map((key) => ({ ...key })) }),
  };
}
