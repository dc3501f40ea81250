import { Caller, TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_SECONDS } from '@cairn/contracts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { z } from 'zod';
import { createLogger, type Logger } from '../src/log.ts';
import { createVerifier, type Verifier } from '../src/tokens.ts';

export type Claims = Partial<z.input<typeof Caller>>;

export interface TestTokens {
  readonly verifier: Verifier;
  /** The public keys in the form of `/api/auth/jwks`. */
  readonly jwks: { keys: object[] };
  /** A signed token, by default of a user of org `acme`; with `seconds` below zero it has expired. */
  token(claims?: Claims, options?: { seconds?: number; issuer?: string; audience?: string }): Promise<string>;
  /** Headers of a signed-in JSON request. */
  headers(claims?: Claims): Promise<Record<string, string>>;
}

/** Tokens of a test key, for tests of a service without svc-workspace. */
export async function testTokens(): Promise<TestTokens> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }] };
  const token: TestTokens['token'] = (claims = {}, options = {}) => {
    const caller = { userId: 'u-1', email: 'ada@example.com', orgId: 'acme', role: 'user', ...claims };
    return new SignJWT(caller)
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .setIssuer(options.issuer ?? TOKEN_ISSUER)
      .setAudience(options.audience ?? TOKEN_AUDIENCE)
      .setExpirationTime(Math.floor(Date.now() / 1_000) + (options.seconds ?? TOKEN_SECONDS))
      .sign(privateKey);
  };
  // Signing takes longer than a small request. Tokens are reused for a minute, a fraction of their life.
  const signed = new Map<string, Promise<string>>();
  const signedOnce = (claims?: Claims) => {
    const key = JSON.stringify([claims, Math.floor(Date.now() / 60_000)]);
    const known = signed.get(key) ?? token(claims);
    signed.set(key, known);
    return known;
  };
  return {
    verifier: createVerifier({ keys: () => publicKey }),
    jwks,
    token,
    headers: async (claims) => ({
      authorization: `Bearer ${await signedOnce(claims)}`,
      'content-type': 'application/json',
    }),
  };
}

/** A logger that says nothing. */
export function silentLog(): Logger {
  return createLogger('test', 'silent');
}
