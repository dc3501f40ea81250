import { API_TOKEN_PREFIX, AppError, OrgId, UserId, type ApiScope, type ApiToken } from '@cairn/contracts';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { recordAct } from '../database/record-act.ts';
import type { Database } from '../database/tables.ts';

/** The owner, org and scope of a token. */
export interface TokenBearer {
  readonly userId: UserId;
  readonly email: string;
  readonly orgId: OrgId;
  readonly scope: ApiScope;
}

interface NewToken {
  readonly name: string;
  readonly orgId: OrgId;
  readonly scope: ApiScope;
  readonly days: number;
}

export interface ApiTokenStore {
  /** The tokens of a user that have not expired, newest first. */
  list(userId: UserId): Promise<ApiToken[]>;
  /** Creates a token and returns it; only its hash is stored. `quota_exceeded` for a user with too many. */
  create(userId: UserId, token: NewToken): Promise<string>;
  /** Revokes a token of the user; false where they have none with this id. */
  revoke(userId: UserId, id: string): Promise<boolean>;
  /** The bearer of a token; null when it is unknown, revoked or expired. */
  find(token: string): Promise<TokenBearer | null>;
}

const DAY_MS = 86_400_000;
/** The least time between two recorded uses. */
const NOTED_MS = 60_000;
const MOST = 50;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The API tokens of users. */
export function apiTokenStore(db: Database, now: () => Date = () => new Date()): ApiTokenStore {
  const at = (ms = 0) => new Date(now().getTime() + ms).toISOString();
  const live = () => db.selectFrom('api_tokens as token').where('token.expires_at', '>', at());
  const list = async (userId: UserId): Promise<ApiToken[]> => {
    const rows = await live()
      .innerJoin('orgs', 'orgs.id', 'token.org_id')
      .where('token.user_id', '=', userId)
      .select(['token.id', 'token.name', 'token.org_id', 'orgs.name as org_name', 'token.scope'])
      .select(['token.created_at', 'token.expires_at', 'token.last_used_at'])
      .orderBy('token.created_at', 'desc')
      .orderBy('token.id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      orgId: OrgId.parse(row.org_id),
      orgName: row.org_name,
      scope: row.scope,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
    }));
  };
  return {
    list,
    ...changeStore(db, now, list),
    find: async (token) => {
      const row = await live()
        .innerJoin('user', 'user.id', 'token.user_id')
        .where('token.hash', '=', hashOf(token))
        .select(['token.id', 'token.user_id', 'user.email', 'token.org_id', 'token.scope'])
        .select('token.last_used_at')
        .executeTakeFirst();
      if (!row) return null;
      if (row.last_used_at === null || row.last_used_at < at(-NOTED_MS)) {
        await db.updateTable('api_tokens').set({ last_used_at: at() }).where('id', '=', row.id).execute();
      }
      const { email, scope } = row;
      return { userId: UserId.parse(row.user_id), email, orgId: OrgId.parse(row.org_id), scope };
    },
  };
}

/** Creating and revoking tokens, each with its act in the audit log. */
function changeStore(
  db: Database,
  now: () => Date,
  list: ApiTokenStore['list'],
): Pick<ApiTokenStore, 'create' | 'revoke'> {
  const at = (ms = 0) => new Date(now().getTime() + ms).toISOString();
  return {
    create: async (userId, { name, orgId, scope, days }) => {
      if ((await list(userId)).length >= MOST) {
        throw new AppError('quota_exceeded', `You have ${MOST} API tokens. Revoke what nothing uses.`);
      }
      const token = API_TOKEN_PREFIX + randomBytes(32).toString('base64url');
      const times = { created_at: at(), expires_at: at(days * DAY_MS), last_used_at: null };
      const row = { id: randomUUID(), user_id: userId, org_id: orgId, hash: hashOf(token), name, scope };
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('api_tokens')
          .values({ ...row, ...times })
          .execute();
        const changes = [{ what: 'scope', from: null, to: scope }];
        const act = { orgId, actorId: userId, action: 'token.created' as const, at: times.created_at };
        await recordAct(trx, { ...act, target: { id: row.id, name }, changes });
      });
      return token;
    },
    revoke: (userId, id) =>
      db.transaction().execute(async (trx) => {
        const own = trx.deleteFrom('api_tokens').where('id', '=', id).where('user_id', '=', userId);
        const gone = await own.returning(['org_id', 'name']).executeTakeFirst();
        if (!gone) return false;
        const act = { orgId: OrgId.parse(gone.org_id), actorId: userId, action: 'token.revoked' as const };
        await recordAct(trx, { ...act, at: at(), target: { id, name: gone.name } });
        return true;
      }),
  };
}
