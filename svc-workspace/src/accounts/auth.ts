import { AppError, TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_SECONDS, type SignUpMode } from '@cairn/contracts';
import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { jwt } from 'better-auth/plugins/jwt';
import { cookiePrefix, trustedOrigins, type Logger } from '@cairn/service-kit';
import type { DatabaseEngine } from '../database/dialects.ts';
import { signInLinks } from './sign-in-links.ts';

export interface AuthSettings {
  readonly engine: DatabaseEngine;
  readonly secret: string;
  readonly publicUrl: string;
  readonly signUp: SignUpMode;
  readonly log: Logger;
}

const DAY = 86_400;

/** Accounts, sessions and signing keys: better-auth on Cairn's database, without the features that no route uses. */
export function createAuth({ engine, secret, publicUrl, signUp, log }: AuthSettings) {
  return betterAuth({
    appName: 'Cairn',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: trustedOrigins(publicUrl),
    database: { db: engine.db, type: engine.kind },
    emailAndPassword: {
      enabled: true,
      // Invitations are checked before better-auth is called.
      disableSignUp: signUp === 'closed',
      minPasswordLength: 8,
      autoSignIn: true,
    },
    user: {
      additionalFields: {
        superuser: { type: 'boolean', required: false, defaultValue: false, input: false },
      },
    },
    session: { expiresIn: 30 * DAY, updateAge: DAY },
    verification: { storeIdentifier: 'hashed' },
    // Cairn's own limits count failures only, so a script that signs in often is not locked out.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: cookiePrefix(secret),
      disableOriginCheck: false,
      disableCSRFCheck: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
    },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => log[level](message),
    },
    onAPIError: {
      // A refusal is an answer, not a fault.
      onError: (err) => {
        if (!isAPIError(err) || err.statusCode >= 500) log.error({ err }, 'better-auth failed');
      },
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' } },
        jwt: { issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE, expirationTime: `${TOKEN_SECONDS}s` },
      }),
      signInLinks(),
    ],
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

const codes: Record<string, { code: AppError['code']; message: string }> = {
  INVALID_EMAIL_OR_PASSWORD: { code: 'invalid_credentials', message: 'E-mail or password is wrong.' },
  INVALID_SIGN_IN_LINK: DEAD_LINK,
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
  USER_ALREADY_EXISTS: TAKEN,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: TAKEN,
};

/** Translates an error of better-auth into the words and codes of Cairn. */
export async function authError(answer: Response): Promise<AppError> {
  const body = (await answer.json().catch(() => null)) as { code?: string; message?: string } | null;
  const known = codes[body?.code ?? ''];
  if (known) return new AppError(known.code, known.message);
  return new AppError('internal', 'Signing in failed.', { cause: { status: answer.status, ...body } });
}
