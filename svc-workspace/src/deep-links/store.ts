import { LinkBrief, OrgId, UserId, type LinkType, type Scope } from '@cairn/contracts';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/tables.ts';
import { changesSince, keepChange, type ChangedPart, type LinkChange } from './change-history.ts';
import { notifyChange } from './notify-change.ts';
import { recordChange } from './record-change.ts';

/** A saved thing without its state, with the fields that depend on the reader. */
export interface ListedLink {
  readonly id: string;
  readonly type: LinkType;
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  readonly userId: UserId | null;
  readonly orgId: OrgId | null;
  readonly tags: string;
  readonly brief: LinkBrief;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly ownerName: string | null;
  readonly hits: number;
  readonly isBookmarked: boolean;
}

/** A saved thing as it is stored. */
export interface SavedLink extends ListedLink {
  readonly state: string;
}

/** A part of a list. */
export interface LinkPage {
  readonly type?: LinkType | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The amounts that one user and all users keep in an org. */
export interface LinkUsage {
  readonly own: KeptAmount;
  readonly org: KeptAmount;
}

/** A number of things and of their characters. */
export interface KeptAmount {
  readonly things: number;
  readonly characters: number;
}

export interface Content {
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  readonly tags: string;
  readonly state: string;
  /** What lists say of the state, as JSON text. */
  readonly brief: string;
}

export interface LinkStore {
  /** The saved things that a user may see, of the org and global, newest change first and without states. */
  list(orgId: OrgId, userId: UserId, page: LinkPage): Promise<ListedLink[]>;
  /** How much a user and the org keep. */
  usage(orgId: OrgId, userId: UserId): Promise<LinkUsage>;
  find(orgId: OrgId, userId: UserId, id: string): Promise<SavedLink | null>;
  /** Returns the new id. */
  create(orgId: OrgId, userId: UserId, type: LinkType, content: Content): Promise<string>;
  /** Overwrites only `version`; false when another write came first. A global thing that becomes owned is the user's. */
  update(orgId: OrgId, userId: UserId, id: string, version: number, content: Content): Promise<boolean>;
  /** The changes of a thing after a version, newest first. */
  changesSince(id: string, version: number): Promise<LinkChange[]>;
  remove(orgId: OrgId, userId: UserId, id: string): Promise<void>;
  setBookmark(orgId: OrgId, userId: UserId, id: string, on: boolean): Promise<void>;
  /** Counts one opening and returns the total. */
  hit(orgId: OrgId, userId: UserId, id: string): Promise<number>;
}

const ownersOf = (scope: Scope, orgId: OrgId, userId: UserId) =>
  scope === 'global' ? { org_id: null, user_id: null } : { org_id: orgId, user_id: userId };

const LISTED = [
  'link.id',
  'link.type',
  'link.org_id',
  'link.user_id',
  'link.scope',
  'link.name',
  'link.description',
  'link.tags',
  'link.brief',
  'link.version',
  'link.created_at',
  'link.updated_at',
] as const;

function selectFor(db: Database, orgId: OrgId, userId: UserId) {
  return db
    .selectFrom('deep_links as link')
    .leftJoin('user', 'user.id', 'link.user_id')
    .leftJoin('preferences', 'preferences.user_id', 'link.user_id')
    .leftJoin('bookmarks', (join) =>
      join.onRef('bookmarks.link_id', '=', 'link.id').on('bookmarks.user_id', '=', userId),
    )
    .where((where) => where.or([where('link.org_id', '=', orgId), where('link.org_id', 'is', null)]))
    .select(LISTED)
    .select(['user.name as user_name', 'preferences.display_name', 'bookmarks.user_id as bookmarked'])
    .select((select) =>
      select
        .selectFrom('hits')
        .whereRef('hits.link_id', '=', 'link.id')
        .select(({ fn }) => fn.sum('hits.hits').as('sum'))
        .as('hits'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectFor>['execute']>>[number];

const toLink = (row: Row): ListedLink => ({
  id: row.id,
  type: row.type,
  name: row.name,
  description: row.description,
  scope: row.scope,
  userId: row.user_id === null ? null : UserId.parse(row.user_id),
  orgId: row.org_id === null ? null : OrgId.parse(row.org_id),
  tags: row.tags,
  brief: LinkBrief.parse(JSON.parse(row.brief ?? '{}')),
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  ownerName: row.display_name ?? row.user_name,
  // PostgreSQL sums to text.
  hits: Number(row.hits ?? 0),
  isBookmarked: row.bookmarked !== null,
});

const sizeOf = ({ state, brief, description }: Content) => state.length + brief.length + description.length;

interface CountedRow {
  readonly things: string | number | bigint;
  readonly characters: string | number | bigint | null;
}

const amountOf = (row: CountedRow | undefined): KeptAmount => ({
  things: Number(row?.things ?? 0),
  characters: Number(row?.characters ?? 0),
});

/** The saved things of an org. Every statement names the org, so a wrong id reaches no row of another org. */
export function linkStore(db: Database, now: () => Date = () => new Date()): LinkStore {
  const find: LinkStore['find'] = async (orgId, userId, id) => {
    const row = await selectFor(db, orgId, userId)
      .select('link.state')
      .where('link.id', '=', id)
      .executeTakeFirst();
    return row ? { ...toLink(row), state: row.state } : null;
  };
  return {
    find,
    ...listStore(db),
    ...changeStore(db, now),
    changesSince: (id, version) => changesSince(db, id, version),
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
          .values({ ...content, ...owners, size: sizeOf(content), id, type, version: 1, ...times })
          .execute();
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
          .set({ ...content, ...owners, size: sizeOf(content), version: version + 1, updated_at: at() })
          .where('id', '=', id)
          .where('version', '=', version)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        const what = partsChanged(before, content);
        await keepChange(trx, { id, version: version + 1, userId, at: at(), what });
        await recordChange(trx, { orgId, userId, id, at: at() }, before, content);
        await notifyChange(trx, { orgId, userId, id, type: before.type, at: at() }, before, content);
        return true;
      }),
    remove: (orgId, userId, id) =>
      db.transaction().execute(async (trx) => {
        const before = await storedLink(trx, orgId, id);
        if (!before) return;
        await trx.deleteFrom('deep_links').where('id', '=', id).execute();
        await recordChange(trx, { orgId, userId, id, at: at() }, before, null);
      }),
  };
}

/** The queries that read no states: lists and usage. */
function listStore(db: Database): Pick<LinkStore, 'list' | 'usage'> {
  return {
    list: async (orgId, userId, { type, offset, limit }) => {
      const all = selectFor(db, orgId, userId)
        .where((where) =>
          where.or([where('link.scope', '!=', 'private'), where('link.user_id', '=', userId)]),
        )
        .orderBy('link.updated_at', 'desc')
        .orderBy('link.id')
        .limit(limit)
        .offset(offset);
      const rows = await (type === undefined ? all : all.where('link.type', '=', type)).execute();
      return rows.map(toLink);
    },
    usage: async (orgId, userId) => {
      const kept = db
        .selectFrom('deep_links')
        .select(({ fn }) => [fn.countAll().as('things'), fn.sum('size').as('characters')])
        .where('org_id', '=', orgId);
      const [own, org] = await Promise.all([
        kept.where('user_id', '=', userId).executeTakeFirst(),
        kept.executeTakeFirst(),
      ]);
      return { own: amountOf(own), org: amountOf(org) };
    },
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
