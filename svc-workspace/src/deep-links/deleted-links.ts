import { OrgId, UserId, type LinkType, type Scope } from '@cairn/contracts';
import { sql } from 'kysely';
import { z } from 'zod';
import { recordAct } from '../database/record-act.ts';
import type { Database } from '../database/tables.ts';
import { listDeletions, type DeletionPage, type Restorer } from './deleted-list.ts';
import { indexLink } from './search-index.ts';
import type { KeptState } from './state.ts';
import { keepThumbnail, thumbnailsOf } from './thumbnails.ts';

/** A saved thing that can be restored, as far as rights and room depend on it. */
export interface DeletedLink {
  readonly type: LinkType;
  readonly scope: Scope;
  readonly userId: UserId | null;
  readonly orgId: OrgId | null;
  readonly state: string;
}

/** Who deletes or restores what, in which org. */
interface Named {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly id: string;
}

/** Saved things that can be restored. */
export interface DeletedLinkStore {
  /** What was deleted in an org under an id; null where that is too long ago. */
  deleted(orgId: OrgId, id: string): Promise<DeletedLink | null>;
  /** A page of what somebody may restore, the latest first. */
  deletions(restorer: Restorer, page: { offset: number; limit: number }): Promise<DeletionPage>;
  /** Puts a thing back as it was, with the marks of everybody. False where it is no longer there. */
  restore(orgId: OrgId, userId: UserId, id: string, said: Omit<KeptState, 'state'>): Promise<boolean>;
}

/** How long a deleted thing can be restored. */
export const RESTORE_DAYS = 30;
/** The most that is kept of what one person deleted in an org; the oldest goes first. */
export const MOST_DELETED = { things: 250, characters: 50_000_000 };
const DAY_MS = 86_400_000;

/** What people and the service noted about a thing. */
const Marks = z.object({
  bookmarks: z.array(z.object({ user_id: z.string(), created_at: z.string() })),
  hits: z.array(z.object({ user_id: z.string(), hits: z.int(), last_at: z.string() })),
  changes: z.array(
    z.object({ version: z.int(), user_id: z.string().nullable(), at: z.string(), what: z.string() }),
  ),
});
type Marks = z.infer<typeof Marks>;

async function marksOf(db: Database, id: string): Promise<Marks> {
  const [bookmarks, hits, changes] = await Promise.all([
    db.selectFrom('bookmarks').selectAll().where('link_id', '=', id).execute(),
    db.selectFrom('hits').selectAll().where('link_id', '=', id).execute(),
    db.selectFrom('link_changes').selectAll().where('link_id', '=', id).execute(),
  ]);
  return Marks.parse({ bookmarks, hits, changes });
}

/** Forgets what is too old, and the oldest of what is too much. */
async function forgetOldest(db: Database, { orgId, userId }: Named, since: string): Promise<void> {
  await db.deleteFrom('deleted_links').where('deleted_at', '<', since).execute();
  const own = db
    .selectFrom('deleted_links')
    .where('deleted_in', '=', orgId)
    .where('deleted_by', '=', userId)
    .select('id')
    .select(sql<number>`row_number() over (order by deleted_at desc, id)`.as('place'))
    .select(sql<number>`sum(size) over (order by deleted_at desc, id)`.as('characters'))
    .as('own');
  const { things, characters } = MOST_DELETED;
  const tooMuch = db
    .selectFrom(own)
    .select('own.id')
    .where((where) => where.or([where('own.place', '>', things), where('own.characters', '>', characters)]));
  await db.deleteFrom('deleted_links').where('id', 'in', tooMuch).execute();
}

/** The moment at which a deleted thing is forgotten. */
export const forgottenAt = (deletedAt: string) =>
  new Date(Date.parse(deletedAt) + RESTORE_DAYS * DAY_MS).toISOString();

const sinceOf = (at: Date) => new Date(at.getTime() - RESTORE_DAYS * DAY_MS).toISOString();

/** Copies a saved thing to those that can be restored; it belongs in the transaction that deletes it. */
export async function keepDeleted(db: Database, named: Named, at: Date): Promise<void> {
  const { id, orgId, userId } = named;
  const link = await db
    .selectFrom('deep_links')
    .select(['id', 'type', 'org_id', 'user_id', 'scope', 'name', 'description', 'tags', 'state'])
    .select(['target_role', 'use_case', 'version', 'size', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!link) return;
  const pictures = await thumbnailsOf(db, [id]);
  const deletion = { deleted_in: orgId, deleted_by: userId, deleted_at: at.toISOString() };
  const marks = JSON.stringify(await marksOf(db, id));
  await db
    .insertInto('deleted_links')
    .values({ ...link, ...deletion, thumbnail: pictures[id] ?? null, marks })
    .execute();
  await forgetOldest(db, named, sinceOf(at));
}

/** Writes the marks of those people who still have an account. */
async function putMarks(db: Database, id: string, { bookmarks, hits, changes }: Marks): Promise<void> {
  const named = [...bookmarks, ...hits, ...changes].flatMap(({ user_id }) => user_id ?? []);
  const users = db
    .selectFrom('user')
    .select('id')
    .where('id', 'in', [...new Set(named), '']);
  const there = new Set((await users.execute()).map((user) => user.id));
  const isThere = ({ user_id }: { readonly user_id: string | null }) =>
    user_id !== null && there.has(user_id);
  const ofLink = <Row extends { readonly user_id: string | null }>(rows: readonly Row[]) =>
    rows.filter(isThere).map((row) => ({ ...row, link_id: id }));
  const [pins, counts, history] = [ofLink(bookmarks), ofLink(hits), ofLink(changes)];
  if (pins.length > 0) await db.insertInto('bookmarks').values(pins).execute();
  if (counts.length > 0) await db.insertInto('hits').values(counts).execute();
  if (history.length > 0) await db.insertInto('link_changes').values(history).execute();
}

/** The owner of a restored thing: who had it, or whoever restores it where that account is gone. */
async function ownerOf(db: Database, owner: string | null, restorer: UserId): Promise<string | null> {
  if (owner === null) return null;
  const user = await db.selectFrom('user').select('id').where('id', '=', owner).executeTakeFirst();
  return user?.id ?? restorer;
}

/** The saved things that people deleted, which are kept for a while. */
export function deletedLinkStore(db: Database, now: () => Date): DeletedLinkStore {
  const since = () => sinceOf(now());
  return {
    deletions: (restorer, page) => listDeletions(db, restorer, { ...page, since: since() }),
    deleted: async (orgId, id) => {
      const row = await db
        .selectFrom('deleted_links')
        .where('id', '=', id)
        .where('deleted_in', '=', orgId)
        .where('deleted_at', '>=', since())
        .select(['type', 'scope', 'user_id', 'org_id', 'state'])
        .executeTakeFirst();
      if (!row) return null;
      const { type, scope, state } = row;
      const owner = row.user_id === null ? null : UserId.parse(row.user_id);
      return {
        type,
        scope,
        state,
        userId: owner,
        orgId: row.org_id === null ? null : OrgId.parse(row.org_id),
      };
    },
    restore: (orgId, userId, id, said) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('deleted_links')
          .where('id', '=', id)
          .where('deleted_in', '=', orgId)
          .returningAll()
          .executeTakeFirst();
        if (!row) return false;
        const { deleted_in: _in, deleted_by: _by, deleted_at: _at, thumbnail, marks, ...link } = row;
        const user_id = await ownerOf(trx, link.user_id, userId);
        await trx
          .insertInto('deep_links')
          .values({ ...link, user_id, brief: said.brief })
          .execute();
        await indexLink(trx, id, { ...link, ...said });
        await keepThumbnail(trx, id, thumbnail ?? undefined);
        await putMarks(trx, id, Marks.parse(JSON.parse(marks)));
        if (link.scope !== 'private') {
          const act = { orgId, actorId: userId, action: 'thing.restored' as const, at: now().toISOString() };
          await recordAct(trx, { ...act, target: { id, name: link.name } });
        }
        return true;
      }),
  };
}
