import { AppError, ownerDenial, type SavedTypeTable } from '@cairn/contracts';
import { recordAct } from '../database/record-act.ts';
import type { Database } from '../database/tables.ts';
import { allow, type ActorIn, type LinkAccess } from './link-access.ts';
import { notifyOwner } from './notify-change.ts';
import type { SearchHandlers } from './list-routes.ts';
import { checkQuota, type LinkQuotas } from './quotas.ts';
import type { LinkOwnerStore, LinkStore } from './link-store.ts';

async function emailOf(db: Database, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const user = await db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst();
  return user?.email ?? null;
}

/** Keeps who owns the saved things of an org. */
export function linkOwnerStore(db: Database, now: () => Date): LinkOwnerStore {
  return {
    setOwner: ({ orgId, userId, id }, owner) =>
      db.transaction().execute(async (trx) => {
        const shared = { id, org_id: orgId, scope: 'org' } as const;
        const before = await trx
          .selectFrom('deep_links')
          .select(['name', 'user_id', 'type', 'brief'])
          .where((where) => where.and(shared))
          .executeTakeFirst();
        if (!before || before.user_id === owner) return;
        await trx
          .updateTable('deep_links')
          .set({ user_id: owner })
          .where((where) => where.and(shared))
          .execute();
        const at = now().toISOString();
        const [from, to] = [await emailOf(trx, before.user_id), await emailOf(trx, owner)];
        await recordAct(trx, {
          orgId,
          actorId: userId,
          action: 'thing.given',
          at,
          target: { id, name: before.name },
          changes: [{ what: 'owner', from, to }],
        });
        await notifyOwner(trx, { orgId, userId, id, type: before.type, at }, owner, before);
      }),
  };
}

interface OwnerDeps {
  readonly links: LinkStore;
  readonly access: LinkAccess;
  readonly actorIn: ActorIn;
  readonly types: SavedTypeTable;
  readonly quotas: LinkQuotas;
}

/** Why a thing cannot be given, in the words of the first reason. */
const refusal = (isShared: boolean, isMember: boolean) =>
  !isShared
    ? 'Share this with the org before you give it to somebody.'
    : isMember
      ? 'You may see this but not give it away.'
      : 'The new owner has to be a member of the org who may change things.';

/** The route that gives a saved thing to another member. */
export function ownerRoutes({
  links,
  access,
  actorIn,
  types,
  quotas,
}: OwnerDeps): Pick<SearchHandlers, 'setLinkOwner'> {
  return {
    setLinkOwner: async ({ caller, input: { owner, ...input } }) => {
      const { actor, link } = await access.open(caller, input);
      const next = await actorIn(actor.orgId, { userId: owner });
      const isMember = next !== null && next.role !== 'viewer';
      allow(ownerDenial(actor, link, next, types[link.type]), refusal(link.scope === 'org', isMember));
      if (types[link.type].isPersonal) throw new AppError('forbidden', 'This belongs to one person alone.');
      const more = { things: 1, characters: link.state.length };
      const { own } = await links.usage(actor.orgId, owner);
      checkQuota({ own, org: { things: 0, characters: 0 } }, more, quotas, 'The new owner keeps');
      await links.setOwner({ orgId: actor.orgId, userId: actor.userId, id: link.id }, owner);
      return access.reread(actor, link.id);
    },
  };
}
