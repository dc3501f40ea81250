import { AppError, Caller, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@cairn/contracts';
import { LRUCache } from 'lru-cache';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';

/** Verifies a token and returns its caller; rejects with `unauthenticated`, or `unavailable` without keys. */
export type Verifier = (token: string) => Promise<Caller>;

const tokenFaults = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
];

function rejection(cause: unknown): AppError {
  if (tokenFaults.some((fault) => cause instanceof fault)) {
    return new AppError('unauthenticated', 'Your session has ended. Sign in again.', { cause });
  }
  return new AppError('unavailable', 'Tokens cannot be verified at the moment. Try again shortly.', {
    cause,
  });
}

const KNOWN_TOKENS = 1_000;
/** How long a verified signature is trusted, and so how long a revoked key still works. */
const KNOWN_MS = 30_000;

interface VerifiedToken {
  readonly caller: Caller;
  readonly checkedAt: number;
  readonly expiresAt: number;
}

/** After a clock was set back, signatures from the future count as unchecked. */
function isFresh({ checkedAt, expiresAt }: VerifiedToken): boolean {
  const now = Date.now();
  return Math.abs(now - checkedAt) < KNOWN_MS && now < expiresAt;
}

/** Verifies tokens with the public keys of svc-workspace, which are fetched once and cached. */
export function createVerifier(source: { jwksUrl: string } | { keys: JWTVerifyGetKey }): Verifier {
  const keys =
    'keys' in source
      ? source.keys
      : createRemoteJWKSet(new URL(source.jwksUrl), { timeoutDuration: 3_000, cooldownDuration: 2_000 });
  const known = new LRUCache<string, VerifiedToken>({ max: KNOWN_TOKENS });
  return async (token) => {
    const checked = known.get(token);
    if (checked && isFresh(checked)) return checked.caller;
    const { payload } = await jwtVerify(token, keys, {
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      algorithms: ['EdDSA', 'ES256'],
      requiredClaims: ['exp'],
      clockTolerance: 5,
    }).catch((cause: unknown) => {
      throw rejection(cause);
    });
    const caller = Caller.safeParse(payload);
    if (caller.success) {
      const expiresAt = (payload.exp ?? 0) * 1_000;
      known.set(token, { caller: caller.data, checkedAt: Date.now(), expiresAt });
      return caller.data;
    }
    throw new AppError('unauthenticated', 'Your session has ended. Sign in again.', { cause: caller.error });
  };
}
