import { atLeast, type SavedTypeTable } from '@cairn/contracts';
import type { Database } from '../database/tables.ts';
import { listedIds } from './link-list.ts';
import { visibleLinks, type MissingKinds } from './visible-links.ts';
import { foundIds } from './link-search.ts';
import type { KeptAmount, LinkStore } from './link-store.ts';
import { selectFor, toLink, type LinkReader, type ListedLink } from './stored-link.ts';
import { keepThumbnail, thumbnailsOf } from './thumbnails.ts';

interface CountedRow {
  readonly things: string | number | bigint;
  readonly characters: string | number | bigint | null;
}

const amountOf = (row: CountedRow | undefined): KeptAmount => ({
  things: Number(row?.things ?? 0),
  characters: Number(row?.characters ?? 0),
});

const NOTHING_MISSING: MissingKinds = { notConfigured: [], processing: [] };

/** The queries that read no states: lists, searches and usage. */
export function listStore(db: Database, types: SavedTypeTable): Pick<LinkStore, 'list' | 'search' | 'usage'> {
  /** Reads the columns of a page once its ids are known. */
  const read = async ({ orgId, userId }: LinkReader, ids: readonly string[]): Promise<ListedLink[]> => {
    if (ids.length === 0) return [];
    const rows = await selectFor(db, orgId, userId).where('link.id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, toLink(row)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  return {
    list: async (reader, page, missing = NOTHING_MISSING) => {
      const { ids, ...amounts } = await listedIds(db, page, { ...reader, types, missing });
      return { links: await read(reader, ids), ...amounts };
    },
    search: async (reader, search) => {
      const { ids, counts } = await foundIds(db, search, { ...reader, types });
      return { links: await read(reader, ids), counts };
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

/** Pictures, which make no new version. */
export function pictureStore(
  db: Database,
  types: SavedTypeTable,
): Pick<LinkStore, 'thumbnails' | 'setThumbnail'> {
  return {
    thumbnails: async ({ role, ...reader }, ids) => {
      const visible = visibleLinks(db, { ...reader, types })
        .select('link.id')
        .where('link.id', 'in', ids);
      const unlimited = db
        .selectFrom('orgs')
        .select('id')
        .where('id', '=', reader.orgId)
        .where('person_measures', '=', 'everybody');
      // A picture shows what whoever drew it may see; a private thing is drawn by its owner alone.
      const readable = atLeast(role, 'admin')
        ? visible
        : visible.where(({ or, eb, exists }) => or([eb('link.scope', '=', 'private'), exists(unlimited)]));
      const seen = await readable.execute();
      return thumbnailsOf(
        db,
        seen.map(({ id }) => id),
      );
    },
    setThumbnail: (id, image) => keepThumbnail(db, id, image),
  };
}
