// By its public name, so that a page has one copy of it.
import { defineContract } from '@cairn/contracts';
import { z } from 'zod';

/** The words for a member without a second factor, where an org demands one. */
export const TWO_FACTOR_REQUIRED =
  'This organization demands two factors. Set them up for your account under Settings, Logins.';

/** The second factor of the user of a session. */
export const SecondFactor = z.object({
  on: z.boolean(),
  /** How many recovery codes still work. */
  recoveryCodes: z.int().min(0),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** How people prove who they are before their second factor changes: by password, or by a code where they have none. */
const Proof = z.strictObject({
  password: z.string().min(1).max(128).optional(),
  code: z.string().trim().min(1).max(40).optional(),
});
export type SecondFactorProof = z.infer<typeof Proof>;

const data = z.object({ data: SecondFactor });
const refused = ['unauthenticated', 'invalid_credentials', 'conflict', 'bad_origin', 'rate_limited'] as const;

/** The second factor of an account: codes of an app, and recovery codes. Every route asks for the session, not a token. */
export const twoFactorContract = defineContract({
  readSecondFactor: {
    method: 'GET',
    path: '/api/auth/two-factor',
    access: 'public',
    summary: 'Whether the user of the session cookie signs in with two factors.',
    output: data,
    errors: ['unauthenticated'],
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/api/auth/two-factor/begin',
    access: 'public',
    summary:
      'A new key for an authenticator app, and recovery codes. Nothing changes until a code of the app is given.',
    input: Proof,
    output: z.object({
      /** What a QR code says to an app. */
      uri: z.string(),
      key: z.string(),
      recoveryCodes: z.array(z.string()),
    }),
    errors: refused,
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/api/auth/two-factor/confirm',
    access: 'public',
    summary: 'Switches two factors on by a code of the app, and ends every other session.',
    input: z.strictObject({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'must be the six digits of the app'),
    }),
    output: data,
    errors: refused,
    endsSessions: true,
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/api/auth/two-factor/remove',
    access: 'public',
    summary: 'Switches two factors off.',
    input: Proof,
    output: data,
    errors: refused,
    endsSessions: true,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/auth/two-factor/recovery-codes',
    access: 'public',
    summary: 'New recovery codes in the place of the old ones. They are in this answer alone.',
    input: Proof,
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: refused,
  },
  giveSecondFactor: {
    method: 'POST',
    path: '/api/auth/two-factor/verify',
    access: 'public',
    summary:
      'Ends a sign-in that waits for a code of the app or a recovery code, and sets the session cookie.',
    input: z.strictObject({
      code: z.string().trim().min(6, 'is too short').max(40),
      /** Asks this browser for no code in the next 30 days. */
      trust: z.boolean().default(false),
    }),
    output: z.object({ success: z.literal(true) }),
    errors: ['unauthenticated', 'invalid_credentials', 'conflict', 'bad_origin', 'rate_limited'],
  },
});
