import { AppError, OrgId, UserId } from '@cairn/contracts';
import type { OidcProvider, OidcProviderChange } from '@cairn/contracts/oidc';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { randomBytes } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { recordAct } from '../../database/record-act.ts';
import type { Database, Tables } from '../../database/tables.ts';

/** A provider as Cairn keeps it, without its secret. */
export interface KeptProvider extends Omit<OidcProvider, 'redirectUri'> {
  /** Another one after each change. */
  readonly updatedAt: string;
}

export interface OidcStore {
  list(): Promise<KeptProvider[]>;
  /** A provider that may be used now; null where there is none, or it is disabled. */
  findEnabled(id: string): Promise<KeptProvider | null>;
  secretOf(id: string): Promise<string>;
  /** Adds or changes a provider; `not_found` for an unknown one or an unknown org. */
  save(actorId: UserId, change: OidcProviderChange): Promise<void>;
  remove(actorId: UserId, id: string): Promise<void>;
  /** Makes a newcomer a member of the org of the provider, where it names one. */
  admit(id: string, userId: UserId): Promise<void>;
}

const keptOf = (row: Selectable<Tables['oidc_providers']>): KeptProvider => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  domains: JSON.parse(row.domains) as string[],
  orgId: row.org_id === null ? null : OrgId.parse(row.org_id),
  role: row.role,
  enabled: row.enabled === 1,
  updatedAt: row.updated_at,
});

const unknown = () => new AppError('not_found', 'There is no such provider.');

/** The columns of a change; the secret is among them where one is given. */
async function columnsOf(key: string, { clientSecret, ...change }: OidcProviderChange, updated_at: string) {
  const columns = {
    name: change.name,
    issuer: change.issuer,
    client_id: change.clientId,
    domains: JSON.stringify(change.domains),
    org_id: change.orgId,
    role: change.role,
    enabled: change.enabled ? 1 : 0,
    updated_at,
  };
  const secret = clientSecret && (await symmetricEncrypt({ key, data: clientSecret }));
  return { columns, secret };
}

async function checkOrg(db: Database, orgId: OrgId | null): Promise<void> {
  if (orgId === null) return;
  const org = await db.selectFrom('orgs').select('id').where('id', '=', orgId).executeTakeFirst();
  if (!org) throw new AppError('not_found', 'There is no such org.');
}

interface ProviderAct extends Pick<KeptProvider, 'id' | 'name' | 'orgId'> {
  readonly actorId: UserId;
  readonly at: string;
}

/** Tells the org that newcomers join; without one nobody is told, since it concerns no org. */
async function recordChange(trx: Transaction<Tables>, { id, name, orgId, actorId, at }: ProviderAct) {
  if (orgId === null) return;
  await recordAct(trx, { orgId, actorId, action: 'provider.changed', at, target: { id, name } });
}

/** Makes a newcomer a member of an org, and tells by which provider. */
async function join(
  trx: Transaction<Tables>,
  { org_id, role, name }: { org_id: string; role: KeptProvider['role']; name: string },
  userId: UserId,
  at: string,
): Promise<void> {
  const changes = [
    { what: 'role', from: null, to: role },
    { what: 'provider', from: null, to: name },
  ];
  await trx.insertInto('members').values({ org_id, user_id: userId, role, created_at: at }).execute();
  const orgId = OrgId.parse(org_id);
  await recordAct(trx, { orgId, actorId: userId, action: 'member.joined', at, changes });
}

/** Providers of OpenID Connect. The installation's secret encrypts theirs. */
export function oidcStore(db: Database, key: string, now: () => Date = () => new Date()): OidcStore {
  const row = (id: string) =>
    db.selectFrom('oidc_providers').selectAll().where('id', '=', id).executeTakeFirst();
  return {
    list: async () =>
      (await db.selectFrom('oidc_providers').selectAll().orderBy('name').orderBy('id').execute()).map(keptOf),
    findEnabled: async (id) => {
      const found = await row(id);
      return found?.enabled === 1 ? keptOf(found) : null;
    },
    secretOf: async (id) => {
      const found = await row(id);
      if (!found) throw unknown();
      return symmetricDecrypt({ key, data: found.client_secret });
    },
    save: async (actorId, change) => {
      await checkOrg(db, change.orgId);
      const at = now().toISOString();
      const { columns, secret } = await columnsOf(key, change, at);
      const { id = `oidc-${randomBytes(4).toString('hex')}`, name, orgId } = change;
      await db.transaction().execute(async (trx) => {
        if (change.id !== undefined) {
          const set = { ...columns, ...(secret ? { client_secret: secret } : {}) };
          const changed = await trx.updateTable('oidc_providers').set(set).where('id', '=', id).execute();
          if (changed.every(({ numUpdatedRows }) => numUpdatedRows === 0n)) throw unknown();
        } else {
          if (!secret) throw new AppError('invalid_input', 'clientSecret: is required for a new provider');
          await trx
            .insertInto('oidc_providers')
            .values({ id, ...columns, client_secret: secret })
            .execute();
        }
        await recordChange(trx, { id, name, orgId, actorId, at });
      });
    },
    remove: async (actorId, id) => {
      const found = await row(id);
      if (!found) throw unknown();
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('oidc_providers').where('id', '=', id).execute();
        await recordChange(trx, { ...keptOf(found), actorId, at: now().toISOString() });
      });
    },
    admit: async (id, userId) => {
      const found = await row(id);
      if (!found?.org_id) return;
      const joined = { ...found, org_id: found.org_id };
      await db.transaction().execute((trx) => join(trx, joined, userId, now().toISOString()));
    },
  };
}
