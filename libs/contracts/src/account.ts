import { z } from 'zod';
import { OrgId, UserId } from './identity.ts';
import { InviteCode } from './invitations.ts';
import { defineContract } from './route.ts';
import { shownName } from './shown-text.ts';

const password = z.string().min(1, 'is required').max(128);
/** A browser or script that is signed in. */
export const LoginSession = z.object({
  id: z.string(),
  signedInAt: z.string(),
  expiresAt: z.string(),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
});
export type LoginSession = z.infer<typeof LoginSession>;

/** How the user of a session signs in, and where they are signed in; the newest first. */
export const Login = z.object({
  /** False for an account that has used sign-in links alone. */
  hasPassword: z.boolean(),
  sessions: z.array(LoginSession),
  /** The e-mail that they want to sign in with, until they confirm it. */
  pendingEmail: z.object({ email: z.string(), expiresAt: z.string() }).nullable().default(null),
});
export type Login = z.infer<typeof Login>;

/** Who may make an account: everybody, holders of an invitation, or nobody. */
export const SignUpMode = z.enum(['open', 'invitation', 'closed']);
export type SignUpMode = z.infer<typeof SignUpMode>;

/** Where people may sign in with an account of another site. */
export const SignInProvider = z.enum(['github', 'google']);
export type SignInProvider = z.infer<typeof SignInProvider>;

/** A site by which somebody signs in: one of these, or a provider of OpenID Connect. */
export const SiteId = z.union([SignInProvider, z.string().regex(/^oidc-[0-9a-f]{8}$/, 'is no such site')]);
export type SiteId = z.infer<typeof SiteId>;

const SignedIn = z.object({ user: z.object({ id: UserId, email: z.string(), name: z.string() }) });

/** Nobody is signed in yet: the account wants a second factor. */
const Challenged = z.object({ secondFactor: z.literal(true) });
const SignedInOrChallenged = z.union([SignedIn, Challenged]);

const SignInToken = z.object({ token: z.string().min(1).max(200) });

/** Signing in and out. These answer with cookies: the session is never readable by scripts. */
export const accountContract = defineContract({
  signInOptions: {
    method: 'GET',
    path: '/api/auth/options',
    access: 'public',
    summary: 'What the sign-in page offers here.',
    output: z.object({
      signUp: SignUpMode,
      /** Whether this Cairn sends mail. */ mail: z.boolean() /** The sites whose accounts sign in here. */,
      providers: z.array(SignInProvider),
      /** The providers of OpenID Connect. */
      oidc: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
  signInEmail: {
    method: 'POST',
    path: '/api/auth/sign-in/email',
    access: 'public',
    summary: 'Signs in with e-mail and password and sets the session cookie.',
    input: z.object({ email: z.email('must be an e-mail address').max(254), password }),
    output: SignedInOrChallenged,
    errors: ['invalid_credentials', 'forbidden', 'bad_origin', 'rate_limited'],
  },
  startProviderSignIn: {
    method: 'POST',
    path: '/api/auth/sign-in/provider',
    access: 'public',
    summary:
      'The address of another site at which somebody signs in. It leads back to `to`, or to the invitation.',
    input: z.strictObject({
      provider: SiteId,
      to: z.string().max(2_000).default('/'),
      invite_code: InviteCode.optional(),
    }),
    output: z.object({ url: z.string() }),
    errors: ['forbidden', 'not_found', 'bad_origin', 'rate_limited', 'source_unavailable'],
  },
  endProviderSignIn: {
    method: 'GET',
    path: '/api/auth/callback/{provider}',
    access: 'public',
    summary: 'Where the other site leads back to. It sets the session cookie and leads on.',
    answer: 'redirect',
    params: z.object({ provider: SiteId }),
    output: z.string(),
    errors: ['forbidden', 'source_unavailable'],
  },
  readSignInLink: {
    method: 'POST',
    path: '/api/auth/one-time/account',
    access: 'public',
    summary: 'The account of a sign-in link, and who is signed in here already. The link is not used up.',
    input: SignInToken,
    output: z.object({ email: z.string(), signedInAs: z.string().nullable() }),
    errors: ['invalid_credentials', 'bad_origin', 'rate_limited'],
  },
  signInOneTime: {
    method: 'POST',
    path: '/api/auth/one-time',
    access: 'public',
    summary: 'Signs in with a sign-in link, once.',
    input: SignInToken,
    output: SignedInOrChallenged,
    errors: ['invalid_credentials', 'bad_origin', 'rate_limited'],
  },
  signUpEmail: {
    method: 'POST',
    path: '/api/auth/sign-up/email',
    access: 'public',
    summary:
      'Makes an account with e-mail and password, and joins the org of the invitation where there is one.',
    input: z.object({
      email: z.email('must be an e-mail address').max(254),
      password: password.min(8, 'needs at least 8 characters'),
      name: shownName(100),
      invite_code: InviteCode.optional(),
    }),
    /** `confirm`: nobody is signed in until the link of the mail was opened. */
    output: SignedIn.extend({ orgId: OrgId.nullable(), confirm: z.boolean() }),
    errors: ['forbidden', 'not_found', 'conflict', 'bad_origin', 'rate_limited'],
  },
  signOut: {
    method: 'POST',
    path: '/api/auth/sign-out',
    access: 'public',
    summary: 'Ends the session of the cookie; without one it changes nothing.',
    output: z.object({ success: z.boolean() }),
    errors: ['bad_origin'],
    endsSessions: true,
  },
  readLogin: {
    method: 'GET',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Passwords and sessions of the user of the session cookie.',
    output: z.object({ data: Login }),
    errors: ['unauthenticated'],
  },
  changePassword: {
    method: 'POST',
    path: '/api/auth/password',
    access: 'public',
    summary: 'Sets the password, given the present one where there is one, and ends every other session.',
    input: z.strictObject({
      current: password.optional(),
      next: password.min(8, 'needs at least 8 characters'),
    }),
    output: z.object({ data: Login }),
    errors: ['unauthenticated', 'invalid_credentials', 'rate_limited'],
    endsSessions: true,
  },
  endSession: {
    method: 'POST',
    path: '/api/auth/end-session',
    access: 'public',
    summary: 'Ends one session of the user, or every other than the one that asks.',
    input: z.union([
      z.strictObject({ id: z.string().min(1).max(64) }),
      z.strictObject({ others: z.literal(true) }),
    ]),
    output: z.object({ data: Login }),
    errors: ['unauthenticated', 'not_found'],
    endsSessions: true,
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'public',
    summary: 'Mails a password link to an account. The answer is the same where there is none.',
    input: z.strictObject({ email: z.email('must be an e-mail address').max(254) }),
    output: z.object({ success: z.literal(true) }),
    errors: ['forbidden', 'rate_limited'],
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/auth/confirm-email',
    access: 'public',
    summary:
      'Confirms the e-mail of a new account by the link of its mail, and signs in the first time; or confirms a changed e-mail.',
    input: z.strictObject({ token: z.string().min(1).max(2_000) }),
    output: z.object({ signedIn: z.boolean(), secondFactor: z.literal(true).optional() }),
    errors: ['invalid_credentials', 'conflict', 'bad_origin', 'rate_limited'],
  },
  resendEmailChange: {
    method: 'POST',
    path: '/api/auth/email-change/resend',
    access: 'public',
    summary: 'Mails the link again that confirms a changed e-mail; the earlier one ends.',
    output: z.object({ data: Login }),
    errors: ['unauthenticated', 'not_found', 'rate_limited'],
  },
  cancelEmailChange: {
    method: 'POST',
    path: '/api/auth/email-change/cancel',
    access: 'public',
    summary: 'Keeps the present e-mail; the link that would confirm another one ends.',
    output: z.object({ data: Login }),
    errors: ['unauthenticated'],
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    summary: 'Sets the password of the account of a password link, once, and ends every session of it.',
    input: z.strictObject({
      token: z.string().min(1).max(200),
      next: password.min(8, 'needs at least 8 characters'),
    }),
    output: z.object({ success: z.literal(true) }),
    errors: ['invalid_credentials', 'rate_limited'],
  },
  createLoginCode: {
    method: 'POST',
    path: '/api/auth/login-code',
    access: 'public',
    summary: 'A code with which another account becomes part of this one, once, for 15 minutes.',
    output: z.object({ code: z.string(), expiresAt: z.string() }),
    errors: ['unauthenticated', 'rate_limited'],
  },
  linkLogin: {
    method: 'POST',
    path: '/api/auth/link-login',
    access: 'public',
    summary:
      'Moves what the caller has to the account that gave the code, and ends the account of the caller.',
    input: z.strictObject({ login_code: z.string().trim().min(1, 'Please enter your login code').max(200) }),
    output: z.object({ success: z.literal(true) }),
    errors: ['unauthenticated', 'not_found', 'forbidden', 'conflict', 'rate_limited'],
    endsSessions: true,
  },
  keys: {
    method: 'GET',
    path: '/api/auth/jwks',
    access: 'public',
    summary: 'The public keys that tokens are verified with.',
    output: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  },
});
