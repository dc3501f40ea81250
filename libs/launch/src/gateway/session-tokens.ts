import { createHash } from 'node:crypto';
import {
  API_TOKEN_PREFIX,
  AppError,
  createClient,
  internalContract,
  type OrgId,
  type OutputOf,
} from '@cairn/contracts';

/** What svc-workspace says of a session: a token, whose it is, and cookies for the browser. */
export type IssuedToken = OutputOf<(typeof internalContract)['exchangeSession']>;

export interface SessionTokens {
  /** The token of a session, or of the API token in the place of its cookie, for one org or for none; rejects with the error of svc-workspace. */
  tokenFor(cookie: string, orgId: OrgId | undefined, requestId: string): Promise<IssuedToken>;
  /** Forgets what is known of a session, because it has ended or changed. */
  forget(cookie: string): void;
  /** Forgets every token of a user, because sessions of theirs have ended. */
  forgetUser(userId: string): void;
  /** Forgets every token of an org, because what they say of it has changed. */
  forgetOrg(orgId: OrgId): void;
}

interface KeptToken {
  readonly issued: Promise<IssuedToken>;
  /** Unknown until svc-workspace has answered. */
  userId?: string;
  /** When svc-workspace was last asked. */
  readonly askedAt: number;
  /** When svc-workspace last said so. */
  saidAt: number;
}

const CHECK_MS = 5_000;
const KEEP_MS = 30_000;
/** An exchange is one read of the database; a service that needs longer hangs. */
const EXCHANGE_MS = 15_000;
const CAPACITY = 10_000;
const digest = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');

/** Whether svc-workspace could not be asked, so that its last word stands. */
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

/** The tokens that are kept, by session and org; sessions that were used longest ago go first. */
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
 * Trades session cookies for tokens at svc-workspace. A token is kept for five seconds, so a session that another
 * gateway ended counts after that time; one that ended here is forgotten at once. While svc-workspace is away, a token
 * serves for 30 seconds.
 */
export function sessionTokens(
  workspaceUrl: string,
  secret: string,
  now: () => number = () => Date.now(),
): SessionTokens {
  const { sessions, drop, ofSession } = keptTokens();
  const exchange = exchanger(workspaceUrl, secret);
  // A clock that was set back makes a token old too: it would serve until that time comes again.
  const isRecent = (at: number, ms: number) => Math.abs(now() - at) < ms;
  return {
    forget: (cookie) => void sessions.delete(digest(cookie)),
    // One that is still being fetched may be of any user.
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
