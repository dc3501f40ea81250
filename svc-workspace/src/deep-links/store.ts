import type { LinkStore } from './link-store.ts';
import { OrgId, UserId, type SavedTypeTable, type Scope } from '@cairn/contracts';
import { LINK_TYPES } from '@cairn/contracts/link-types';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { compileOnce } from '../database/compile-once.ts';
import type { Database } from '../database/tables.ts';
import { changesSince, keepChange, type ChangedPart } from './change-history.ts';
import { deletedLinkStore, keepDeleted } from './deleted-links.ts';
import { linkOwnerStore } from './link-owner.ts';
import { listStore, pictureStore } from './list-store.ts';
import { forget } from '../database/notify.ts';
import { notifyChange } from './notify-change.ts';
import { recordChange } from './record-change.ts';
import { regroup } from './regroup.ts';
import { indexLink } from './search-index.ts';
import { selectFor, toLink, type Content } from './stored-link.ts';
import { keepThumbnail } from './thumbnails.ts';

const sizeOf = ({ state, brief, description }: Content) => state.length + brief.length + description.length;

const ownersOf = (scope: Scope, orgId: OrgId, userId: UserId) =>
  scope === 'global' ? { org_id: null, user_id: null } : { org_id: orgId, user_id: userId };

/** The saved things of an org. Every statement names the org, so a wrong id reaches no row of another org. */
export function linkStore(
  db: Database,
  now: () => Date = () => new Date(),
  types: SavedTypeTable = LINK_TYPES,
): LinkStore {
  const linkOf = compileOnce(db, ['orgId', 'userId', 'id'], ({ orgId, userId, id }) =>
    selectFor(db, orgId, userId).select('link.state').where('link.id', '=', id),
  );
  const find: LinkStore['find'] = async (orgId, userId, id) => {
    const [row] = await linkOf({ orgId, userId, id });
    return row ? { ...toLink(row), state: row.state } : null;
  };
  return {
    find,
    ...listStore(db, types),
    ...changeStore(db, now),
    ...deletedLinkStore(db, now),
    ...linkOwnerStore(db, now),
    ...pictureStore(db, types),
    changesSince: (id, version) => changesSince(db, id, version),
    regroup: (reader, tags, may) => regroup(db, { ...reader, types }, tags, may, now().toISOString()),
    orgOf: async (userId, id) => {
      const row = await db
        .selectFrom('deep_links as link')
        .innerJoin('members', (join) => join.on(sql<boolean>`link.holder in (members.org_id, '')`))
        .select('members.org_id')
        .where('link.id', '=', id)
        .where('members.user_id', '=', userId)
        .orderBy('members.org_id')
        .executeTakeFirst();
      return row ? OrgId.parse(row.org_id) : null;
    },
    ...markStore(db, find, now),
  };
}

/** A saved thing of an org, or a global one. */
const storedLink = (db: Database, orgId: OrgId, id: string, state = '') =>
  db
    .selectFrom('deep_links')
    .where('id', '=', id)
    .where((where) => where.or([where('org_id', '=', orgId), where('org_id', 'is', null)]))
    .select(['type', 'name', 'description', 'tags', 'scope', 'user_id'])
    // A state may be large, so the database compares it.
    .select(sql<number>`case when state = ${state} then 1 else 0 end`.as('same_state'))
    .executeTakeFirst();

function partsChanged(
  before: Pick<Content, 'name' | 'description' | 'tags' | 'scope'> & { readonly same_state: number },
  after: Content,
): ChangedPart[] {
  const parts: [ChangedPart, boolean][] = [
    ['name', before.name !== after.name],
    ['description', before.description !== after.description],
    ['tags', before.tags !== after.tags],
    ['visibility', before.scope !== after.scope],
    ['content', before.same_state === 0],
  ];
  return parts.flatMap(([part, isChanged]) => (isChanged ? [part] : []));
}

/** The columns of a content. */
const columnsOf = ({ name, description, scope, tags, state, brief, targetRole, useCase }: Content) => ({
  name,
  description,
  scope,
  tags,
  state,
  brief,
  ...(targetRole === undefined ? {} : { target_role: targetRole }),
  ...(useCase === undefined ? {} : { use_case: useCase }),
});

/** Writes what stands beside the row of a saved thing: its words, tags, kinds and picture. */
async function keepBeside(trx: Database, id: string, content: Content): Promise<void> {
  await indexLink(trx, id, content);
  await keepThumbnail(trx, id, content.thumbnail);
}

/** The changes of saved things, each with its act in the audit log unless the thing is private. */
function changeStore(db: Database, now: () => Date): Pick<LinkStore, 'create' | 'update' | 'remove'> {
  const at = () => now().toISOString();
  return {
    create: (orgId, userId, type, content) =>
      db.transaction().execute(async (trx) => {
        const id = randomUUID();
        const times = { created_at: at(), updated_at: at() };
        const owners = ownersOf(content.scope, orgId, userId);
        await trx
          .insertInto('deep_links')
          .values({ ...columnsOf(content), ...owners, size: sizeOf(content), id, type, version: 1, ...times })
          .execute();
        await keepBeside(trx, id, content);
        await recordChange(trx, { orgId, userId, id, at: at() }, null, content);
        await notifyChange(trx, { orgId, userId, id, type, at: at() }, null, content);
        return id;
      }),
    update: (orgId, userId, id, version, content) =>
      db.transaction().execute(async (trx) => {
        const before = await storedLink(trx, orgId, id, content.state);
        if (!before) return false;
        const owner = before.user_id === null ? userId : UserId.parse(before.user_id);
        const owners = ownersOf(content.scope, orgId, owner);
        const { numUpdatedRows } = await trx
          .updateTable('deep_links')
          .set({
            ...columnsOf(content),
            ...owners,
            size: sizeOf(content),
            version: version + 1,
            updated_at: at(),
          })
          .where('id', '=', id)
          .where('version', '=', version)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await keepBeside(trx, id, content);
        const what = partsChanged(before, content);
        await keepChange(trx, { id, version: version + 1, userId, at: at(), what });
        await recordChange(trx, { orgId, userId, id, at: at() }, before, content);
        if (content.scope === 'private' && before.scope !== 'private') await forget(trx, id);
        await notifyChange(trx, { orgId, userId, id, type: before.type, at: at() }, before, content);
        return true;
      }),
    remove: (orgId, userId, id) =>
      db.transaction().execute(async (trx) => {
        const before = await storedLink(trx, orgId, id);
        if (!before) return;
        await keepDeleted(trx, { orgId, userId, id }, now());
        await trx.deleteFrom('deep_links').where('id', '=', id).execute();
        await forget(trx, id);
        await recordChange(trx, { orgId, userId, id, at: at() }, before, null);
      }),
  };
}

/** The marks of users on saved things of others: bookmarks and openings. */
function markStore(
  db: Database,
  find: LinkStore['find'],
  now: () => Date,
): Pick<LinkStore, 'setBookmark' | 'hit'> {
  return {
    setBookmark: async (_orgId, userId, id, on) => {
      if (on) {
        await db
          .insertInto('bookmarks')
          .values({ user_id: userId, link_id: id, created_at: now().toISOString() })
          .onConflict((conflict) => conflict.columns(['link_id', 'user_id']).doNothing())
          .execute();
        return;
      }
      await db.deleteFrom('bookmarks').where('user_id', '=', userId).where('link_id', '=', id).execute();
    },
    hit: async (orgId, userId, id) => {
      const last_at = now().toISOString();
      await db
        .insertInto('hits')
        .values({ user_id: userId, link_id: id, hits: 1, last_at })
        .onConflict((conflict) =>
          conflict
            .columns(['link_id', 'user_id'])
            .doUpdateSet((update) => ({ hits: update('hits.hits', '+', 1), last_at })),
        )
        .execute();
      return (await find(orgId, userId, id))?.hits ?? 0;
    },
  };
}
