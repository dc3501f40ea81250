import { AsyncLocalStorage } from 'node:async_hooks';
import {
  AppError,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  TOKEN_SECONDS,
  UserId,
  type SignInProvider,
  type SignUpMode,
} from '@cairn/contracts';
import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { jwt } from 'better-auth/plugins/jwt';
import { cookiePrefix, trustedOrigins, type Logger } from '@cairn/service-kit';
import type { DatabaseEngine } from '../database/dialects.ts';
import { confirmationLetter } from '../mail/letters.ts';
import type { Mailer } from '../mail/mailer.ts';
import { oidcRefusal, oidcSignIn, type OidcSite } from './oidc/plugin.ts';
import { SECOND_FACTOR_ERRORS } from './two-factor/errors.ts';
import { secondFactor, wantsFactor } from './two-factor/plugin.ts';
import { secondFactorStore } from './two-factor/store.ts';
import { signInLinks } from './sign-in-links.ts';

/** The sites whose accounts sign in here, each with what it knows this installation by. */
export type ProviderKeys = Partial<
  Record<SignInProvider, { readonly clientId: string; readonly clientSecret: string }>
>;

/** Keeps passwords, and compares them with what was kept. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(given: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

export interface AuthSettings {
  readonly engine: DatabaseEngine;
  readonly secret: string;
  readonly publicUrl: string;
  /** The address on the machine itself, which keeps working beside a public one. */
  readonly localUrl?: string | undefined;
  readonly signUp: SignUpMode;
  readonly log: Logger;
  /** Where there is one, a new account must confirm its e-mail. */
  readonly mailer?: Mailer | undefined;
  readonly providers?: ProviderKeys | undefined;
  /** The provider of OpenID Connect that this one is for; each has one of its own. */
  readonly oidc?: OidcSite | undefined;
  /** Scrypt of better-auth where none is given. */
  readonly passwords?: PasswordHasher | undefined;
}

const DAY = 86_400;

interface NewcomerMail {
  readonly email: string;
  readonly emailVerified: boolean;
}

/** The address whose mail the caller has read, while they make an account. */
const mailReader = new AsyncLocalStorage<string>();

/** Makes an account inside, of an address whose mail its maker has shown to read; it needs no confirmation. */
export const asMailReader = <T>(email: string, run: () => Promise<T>): Promise<T> =>
  mailReader.run(email.toLowerCase(), run);

/** An account as it is stored: confirmed where its maker has read mail of its address. */
function withConfirmation<User extends { email: string }>(user: User) {
  const isRead = mailReader.getStore() === user.email.toLowerCase();
  return Promise.resolve(isRead ? { data: { ...user, emailVerified: true } } : undefined);
}

/** How new accounts confirm their e-mail. */
function confirmingBy(mailer: Mailer, publicUrl: string) {
  return {
    sendOnSignUp: true,
    sendOnSignIn: true,
    autoSignInAfterVerification: true,
    expiresIn: 3_600,
    sendVerificationEmail: ({ user, token }: { user: NewcomerMail; token: string }) => {
      // Who brought a code that was mailed to the address needs no second mail.
      if (user.emailVerified) return Promise.resolve();
      const url = `${new URL(publicUrl).origin}/sign-in?confirm=${token}`;
      // better-auth waits within its transaction, and a mail server may be slow.
      void mailer.send(confirmationLetter(user.email, url));
      return Promise.resolve();
    },
  };
}

/** The other sites as better-auth knows them. Whether somebody may make an account is decided before they are led there. */
function sitesOf(providers: ProviderKeys, signUp: SignUpMode) {
  const rules = { disableImplicitSignUp: true, disableSignUp: signUp === 'closed' };
  return Object.fromEntries(Object.entries(providers).map(([name, keys]) => [name, { ...keys, ...rules }]));
}

/** Confirms an e-mail by the token of its mail, and returns the cookies of the session that it opens, or of its wish for a second factor. */
export async function confirmEmail(
  auth: Auth,
  publicUrl: string,
  request: Request,
  token: string,
): Promise<{ readonly cookies: string[]; readonly wantsFactor: boolean }> {
  const url = new URL('/api/auth/verify-email', publicUrl);
  url.searchParams.set('token', token);
  const cookie = request.headers.get('cookie');
  const answer = await auth.handler(new Request(url, { headers: cookie === null ? {} : { cookie } }));
  if (answer.status === 401) {
    throw new AppError(
      'invalid_credentials',
      'This link is too old, or not one of ours. Sign in to get a new one.',
    );
  }
  if (!answer.ok) throw await authError(answer);
  return { cookies: answer.headers.getSetCookie(), wantsFactor: wantsFactor(await answer.json()) };
}

/** Whoever holds an e-mail at another site may not hold the account here: its own session connects the two. */
const linkingBy = (providers: ProviderKeys, oidc: OidcSite | undefined) => ({
  disableImplicitLinking: true,
  allowDifferentEmails: true,
  trustedProviders: [...Object.keys(providers), ...(oidc ? [oidc.id] : [])],
});

/** Records that an account of another site was connected, in every org that its user is in by then. */
async function recordConnection(db: DatabaseEngine['db'], account: { userId: string; providerId: string }) {
  if (account.providerId === 'credential') return;
  await secondFactorStore(db).record(UserId.parse(account.userId), 'login.connected');
}

/** How tokens are signed, which the services verify. */
const signing = () =>
  jwt({
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' } },
    jwt: { issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE, expirationTime: `${TOKEN_SECONDS}s` },
  });

/** The cookies of accounts, and who may send them. */
const cookieRules = (secret: string) => ({
  cookiePrefix: cookiePrefix(secret),
  // The gateway knows how a browser came, and gives cookies their form on https.
  useSecureCookies: false,
  disableOriginCheck: false,
  disableCSRFCheck: false,
  defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const },
});

/** What becomes of an error of better-auth. */
const faultRules = (publicUrl: string, log: AuthSettings['log']) => ({
  errorURL: `${new URL(publicUrl).origin}/sign-in`,
  // A refusal is an answer, not a fault.
  onError: (err: unknown) => {
    if (!isAPIError(err) || err.statusCode >= 500) log.error({ err }, 'better-auth failed');
  },
});

/** Accounts, sessions and signing keys: better-auth on Cairn's database, without the features that no route uses. */
export function createAuth(settings: AuthSettings) {
  const {
    engine,
    secret,
    publicUrl,
    localUrl,
    signUp,
    log,
    mailer,
    providers = {},
    passwords,
    oidc,
  } = settings;
  return betterAuth({
    appName: 'Cairn',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: trustedOrigins(publicUrl, localUrl),
    database: { db: engine.db, type: engine.kind },
    emailAndPassword: {
      enabled: true,
      // Invitations are checked before better-auth is called.
      disableSignUp: signUp === 'closed',
      minPasswordLength: 8,
      autoSignIn: true,
      requireEmailVerification: mailer !== undefined,
      ...(passwords ? { password: passwords } : {}),
    },
    ...(mailer ? { emailVerification: confirmingBy(mailer, publicUrl) } : {}),
    socialProviders: sitesOf(providers, signUp),
    account: { encryptOAuthTokens: true, accountLinking: linkingBy(providers, oidc) },
    databaseHooks: {
      user: { create: { before: withConfirmation, after: async ({ id }) => oidc?.admit(id) } },
      account: { create: { after: (account) => recordConnection(engine.db, account) } },
    },
    user: {
      ...(oidc ? { validateUserInfo: ({ user }: { user: object }) => oidcRefusal(oidc, user) } : {}),
      additionalFields: {
        superuser: { type: 'boolean', required: false, defaultValue: false, input: false },
      },
    },
    session: { expiresIn: 30 * DAY, updateAge: DAY },
    verification: { storeIdentifier: 'hashed' },
    // Cairn's own limits count failures only, so a script that signs in often is not locked out.
    rateLimit: { enabled: false },
    advanced: cookieRules(secret),
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => log[level](message),
    },
    onAPIError: faultRules(publicUrl, log),
    plugins: [signing(), signInLinks(), secondFactor(publicUrl), oidcSignIn(oidc, signUp === 'closed')],
  });
}
export type Auth = ReturnType<typeof createAuth>;

const DEAD_LINK = {
  code: 'invalid_credentials',
  message: 'This sign-in link was used or is too old. Ask for a new one.',
} as const;

/** The error of a sign-in link that is used or too old. */
export const deadLink = (): AppError => new AppError(DEAD_LINK.code, DEAD_LINK.message);

/** Reveals as little as possible of whether an e-mail has an account; the number of attempts is limited. */
const TAKEN = {
  code: 'conflict',
  message: 'No account can be made with this e-mail. If it is yours, sign in.',
} as const;

const codes: Record<string, { code: AppError['code']; message: string; retryAfter?: number }> = {
  INVALID_EMAIL_OR_PASSWORD: { code: 'invalid_credentials', message: 'E-mail or password is wrong.' },
  INVALID_SIGN_IN_LINK: DEAD_LINK,
  EMAIL_NOT_VERIFIED: {
    code: 'forbidden',
    message: 'Confirm your e-mail first: open the link that we have mailed to you.',
  },
  INVALID_ORIGIN: { code: 'bad_origin', message: 'This request came from another site.' },
  MISSING_OR_NULL_ORIGIN: { code: 'bad_origin', message: 'This request came from another site.' },
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: {
    code: 'bad_origin',
    message: 'This request came from another site.',
  },
  EMAIL_PASSWORD_SIGN_UP_DISABLED: {
    code: 'forbidden',
    message: 'Sign-up is closed here. Ask an admin for an account.',
  },
  ...SECOND_FACTOR_ERRORS,
  USER_ALREADY_EXISTS: TAKEN,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: TAKEN,
};

/** Translates an error of better-auth into the words and codes of Cairn. */
export async function authError(answer: Response): Promise<AppError> {
  const body = (await answer.json().catch(() => null)) as { code?: string; message?: string } | null;
  const known = codes[body?.code ?? ''];
  if (known) return new AppError(known.code, known.message, known);
  return new AppError('internal', 'Signing in failed.', { cause: { status: answer.status, ...body } });
}
