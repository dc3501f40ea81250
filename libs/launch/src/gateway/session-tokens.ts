import { createHash } from 'node:crypto';
import { createClient, internalContract, type OrgId } from '@cairn/contracts';

export interface SessionTokens {
  /** The token of a session for one org or for none; rejects with the error of svc-workspace. */
  tokenFor(cookie: string, orgId: OrgId | undefined, requestId: string): Promise<string>;
  /** Forgets what is known of a session, because it has ended or changed. */
  forget(cookie: string): void;
  /** Forgets every token of an org, because what they say of it has changed. */
  forgetOrg(orgId: OrgId): void;
}

interface CachedToken {
  readonly token: Promise<string>;
  readonly until: number;
}

const KEEP_MS = 30_000;
/** An exchange is one read of the database; a service that needs longer hangs. */
const EXCHANGE_MS = 15_000;
const CAPACITY = 10_000;
const digest = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');

/**
 * Trades session cookies for tokens at svc-workspace. A token is kept for at most 30 seconds, so a changed role,
 * or a session that ended or an org that changed at another gateway, counts after that time at the latest.
 */
export function sessionTokens(
  workspaceUrl: string,
  secret: string,
  now: () => number = Date.now,
): SessionTokens {
  const cached = new Map<string, Map<string, CachedToken>>();
  const exchange = async (cookie: string, orgId: OrgId | undefined, requestId: string): Promise<string> => {
    const ours = { 'x-cairn-internal': secret, 'x-request-id': requestId };
    const client = createClient(
      internalContract,
      (url, init) =>
        fetch(url, {
          ...init,
          headers: { ...init.headers, ...ours },
          signal: AbortSignal.timeout(EXCHANGE_MS),
        }),
      workspaceUrl,
    );
    const input = { cookie, ...(orgId === undefined ? {} : { orgId }) };
    return (await client.exchangeSession({ input })).token;
  };
  const ofSession = (key: string): Map<string, CachedToken> => {
    const known = cached.get(key) ?? new Map<string, CachedToken>();
    cached.delete(key);
    cached.set(key, known);
    const oldest = cached.keys().next();
    if (cached.size > CAPACITY && !oldest.done) cached.delete(oldest.value);
    return known;
  };
  return {
    forget: (cookie) => void cached.delete(digest(cookie)),
    forgetOrg: (orgId) => {
      for (const session of cached.values()) session.delete(orgId);
    },
    tokenFor: (cookie, orgId, requestId) => {
      const session = ofSession(digest(cookie));
      const org = orgId ?? '';
      const known = session.get(org);
      if (known && known.until > now()) return known.token;
      const token = exchange(cookie, orgId, requestId);
      const entry = { token, until: now() + KEEP_MS };
      session.set(org, entry);
      token.catch(() => {
        if (session.get(org) === entry) session.delete(org);
      });
      return token;
    },
  };
}
