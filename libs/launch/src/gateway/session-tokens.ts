import { createHash } from 'node:crypto';
import { API_TOKEN_PREFIX, AppError, createClient, type OrgId, type OutputOf } from '@cairn/contracts';
import { internalContract } from '@cairn/contracts/internal';

/** svc-workspace's answer about a session: a token, its owner, and cookies for the browser. */
export type IssuedToken = OutputOf<(typeof internalContract)['exchangeSession']>;

export interface SessionTokens {
  /** The token of a session, or of the API token in the place of its cookie, for one org or for none; rejects with the error of svc-workspace. */
  tokenFor(cookie: string, orgId: OrgId | undefined, requestId: string): Promise<IssuedToken>;
  /** Forgets the tokens of a session that ended or changed. */
  forget(cookie: string): void;
  /** Forgets every token of a user whose sessions ended. */
  forgetUser(userId: string): void;
  /** Forgets every token of an org whose data in tokens changed. */
  forgetOrg(orgId: OrgId): void;
}

interface KeptToken {
  readonly issued: Promise<IssuedToken>;
  /** Unknown until svc-workspace has answered. */
  userId?: string;
  /** When svc-workspace was last asked. */
  readonly askedAt: number;
  /** When svc-workspace last confirmed it. */
  saidAt: number;
}

const CHECK_MS = 5_000;
const KEEP_MS = 30_000;
/** An exchange is one read of the database, so a slower service hangs. */
const EXCHANGE_MS = 15_000;
const CAPACITY = 10_000;
const digest = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');

/** True when svc-workspace did not answer, so that its last answer stands. */
const isAway = (error: unknown) =>
  !(error instanceof AppError) || error.code === 'unavailable' || error.code === 'internal';

function exchanger(workspaceUrl: string, secret: string) {
  return (cookie: string, orgId: OrgId | undefined, requestId: string): Promise<IssuedToken> => {
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
    const credential = cookie.startsWith(API_TOKEN_PREFIX) ? { apiToken: cookie } : { cookie };
    const input = { ...credential, ...(orgId === undefined ? {} : { orgId }) };
    return client.exchangeSession({ input });
  };
}

/** The cached tokens by session and org; the least recently used sessions are evicted first. */
function keptTokens() {
  const sessions = new Map<string, Map<string, KeptToken>>();
  const drop = (isStale: (kept: KeptToken) => boolean) => {
    for (const session of sessions.values()) {
      for (const [org, kept] of session) if (isStale(kept)) session.delete(org);
    }
  };
  const ofSession = (key: string): Map<string, KeptToken> => {
    const known = sessions.get(key) ?? new Map<string, KeptToken>();
    sessions.delete(key);
    sessions.set(key, known);
    const oldest = sessions.keys().next();
    if (sessions.size > CAPACITY && !oldest.done) sessions.delete(oldest.value);
    return known;
  };
  return { sessions, drop, ofSession };
}

/**
 * Exchanges session cookies for tokens at svc-workspace. A token is cached for five seconds, so a session
 * ended by another gateway may last that long; one ended here is forgotten at once. While svc-workspace is
 * down, a token serves for 30 seconds.
 */
export function sessionTokens(
  workspaceUrl: string,
  secret: string,
  now: () => number = () => Date.now(),
): SessionTokens {
  const { sessions, drop, ofSession } = keptTokens();
  const exchange = exchanger(workspaceUrl, secret);
  // After a clock was set back, tokens from the future count as old.
  const isRecent = (at: number, ms: number) => Math.abs(now() - at) < ms;
  return {
    forget: (cookie) => void sessions.delete(digest(cookie)),
    // A token that is still being fetched may belong to any user.
    forgetUser: (userId) => drop((kept) => kept.userId === undefined || kept.userId === userId),
    forgetOrg: (orgId) => {
      for (const session of sessions.values()) session.delete(orgId);
    },
    tokenFor: (cookie, orgId, requestId) => {
      const session = ofSession(digest(cookie));
      const org = orgId ?? '';
      const known = session.get(org);
      if (known && isRecent(known.askedAt, CHECK_MS)) return known.issued;
      const issued = exchange(cookie, orgId, requestId).catch((error: unknown) => {
        if (!known || !isRecent(known.saidAt, KEEP_MS) || !isAway(error)) throw error;
        entry.saidAt = known.saidAt;
        return known.issued;
      });
      const entry: KeptToken = { issued, askedAt: now(), saidAt: now() };
      session.set(org, entry);
      issued.then(
        ({ userId }) => (entry.userId = userId),
        () => session.get(org) === entry && session.delete(org),
      );
      return issued;
    },
  };
}
