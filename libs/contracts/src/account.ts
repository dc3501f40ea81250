import { z } from 'zod';
import { UserId } from './identity.ts';
import { defineContract } from './route.ts';

const password = z.string().min(1, 'is required').max(128);
const SignedIn = z.object({ user: z.object({ id: UserId, email: z.string(), name: z.string() }) });

/** Signing in and out. These answer with cookies: the session is never readable by scripts. */
export const accountContract = defineContract({
  signInEmail: {
    method: 'POST',
    path: '/api/auth/sign-in/email',
    access: 'public',
    summary: 'Signs in with e-mail and password and sets the session cookie.',
    input: z.object({ email: z.email('must be an e-mail address').max(254), password }),
    output: SignedIn,
    errors: ['invalid_credentials', 'bad_origin', 'rate_limited'],
  },
  signInOneTime: {
    method: 'POST',
    path: '/api/auth/one-time',
    access: 'public',
    summary: 'Signs in with a sign-in link, once.',
    input: z.object({ token: z.string().min(1).max(200) }),
    output: SignedIn,
    errors: ['invalid_credentials', 'bad_origin', 'rate_limited'],
  },
  signUpEmail: {
    method: 'POST',
    path: '/api/auth/sign-up/email',
    access: 'public',
    summary: 'Makes an account with e-mail and password, where sign-up is open; it is closed by default.',
    input: z.object({
      email: z.email('must be an e-mail address').max(254),
      password: password.min(8, 'needs at least 8 characters'),
      name: z.string().trim().min(1, 'is required').max(100),
    }),
    output: SignedIn,
    errors: ['forbidden', 'conflict', 'bad_origin', 'rate_limited'],
  },
  signOut: {
    method: 'POST',
    path: '/api/auth/sign-out',
    access: 'public',
    summary: 'Ends the session of the cookie; without one it changes nothing.',
    output: z.object({ success: z.boolean() }),
    errors: ['bad_origin'],
  },
  keys: {
    method: 'GET',
    path: '/api/auth/jwks',
    access: 'public',
    summary: 'The public keys that tokens are verified with.',
    output: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  },
});
