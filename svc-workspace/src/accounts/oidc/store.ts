import { AppError, OrgId, UserId } from '@cairn/contracts';
import type { OidcProvider, OidcProviderChange } from '@cairn/contracts/oidc';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
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

/** Providers of OpenID Connect. The installation's secret encrypts theirs. */
export function oidcStore(db: Database, key: string, now: () => Date = () => new Date()): OidcStore {
  const row = (id: string) =>
    db.selectFrom('oidc_providers').selectAll().where('id', '=', id).executeTakeFirst();
  const record = async (
    actorId: UserId,
    { id, name, orgId }: Pick<KeptProvider, 'id' | 'name' | 'orgId'>,
  ) => {
    if (orgId === null) return;
    const act = { orgId, actorId, action: 'provider.changed' as const, at: now().toISOString() };
    await db.transaction().execute((trx) => recordAct(trx, { ...act, target: { id, name } }));
  };
  const valuesOf = async ({ clientSecret, ...change }: OidcProviderChange) => ({
    name: change.name,
    issuer: change.issuer,
    client_id: change.clientId,
    domains: JSON.stringify(change.domains),
    org_id: change.orgId,
    role: change.role,
    enabled: change.enabled ? 1 : 0,
    updated_at: now().toISOString(),
    ...(clientSecret === undefined
      ? {}
      : { client_secret: await symmetricEncrypt({ key, data: clientSecret }) }),
  });
  const checkOrg = async (orgId: OrgId | null) => {
    const org =
      orgId && (await db.selectFrom('orgs').select('id').where('id', '=', orgId).executeTakeFirst());
    if (orgId && !org) throw new AppError('not_found', 'There is no such org.');
  };
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
      await checkOrg(change.orgId);
      const { client_secret, ...values } = await valuesOf(change);
      const id = change.id ?? `oidc-${randomBytes(4).toString('hex')}`;
      if (change.id !== undefined) {
        const secret = client_secret === undefined ? {} : { client_secret };
        const changed = await db
          .updateTable('oidc_providers')
          .set({ ...values, ...secret })
          .where('id', '=', id)
          .executeTakeFirst();
        if (changed.numUpdatedRows === 0n) throw unknown();
      } else if (client_secret === undefined) {
        throw new AppError('invalid_input', 'clientSecret: is required for a new provider');
      } else {
        await db
          .insertInto('oidc_providers')
          .values({ id, ...values, client_secret })
          .execute();
      }
      await record(actorId, { ...change, id });
    },
    remove: async (actorId, id) => {
      const found = await row(id);
      if (!found) throw unknown();
      await db.deleteFrom('oidc_providers').where('id', '=', id).execute();
      await record(actorId, keptOf(found));
    },
    admit: async (id, userId) => {
      const found = await row(id);
      if (!found?.org_id) return;
      const { org_id, role, name } = found;
      const at = now().toISOString();
      const changes = [
        { what: 'role', from: null, to: role },
        { what: 'provider', from: null, to: name },
      ];
      const act = {
        orgId: OrgId.parse(org_id),
        actorId: userId,
        action: 'member.joined' as const,
        at,
        changes,
      };
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('members').values({ org_id, user_id: userId, role, created_at: at }).execute();
        await recordAct(trx, act);
      });
    },
  };
}
