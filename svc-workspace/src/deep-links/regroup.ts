import { LinkBrief, type OrgId, type SavedTypeTable, type UserId } from '@cairn/contracts';
import type { Database } from '../database/tables.ts';
import { keepChange } from './change-history.ts';
import { visibleLinks } from './visible-links.ts';
import { recordChange } from './record-change.ts';
import { indexLink } from './search-index.ts';
import { selectFor, toLink, type LinkReader, type ListedLink } from './stored-link.ts';
import { foldedTag } from './words.ts';

/** A tag, and the one that takes its place; empty for none. */
export interface Regrouping {
  readonly from: string;
  readonly to: string;
}

/** Comma-separated tags with one of them renamed, each once. */
export function regrouped(tags: string, { from, to }: Regrouping): string {
  const renamed = tags
    .split(',')
    .map((tag) => tag.trim())
    .map((tag) => (foldedTag(tag) === foldedTag(from) ? to : tag))
    .filter(Boolean);
  return [...new Map(renamed.map((tag) => [foldedTag(tag), tag])).values()].join();
}

interface NewTags extends LinkReader {
  readonly tags: string;
  readonly at: string;
}

/** Writes other tags over the version that was read; false when another write came first. */
function retag(db: Database, link: ListedLink, { orgId, userId, tags, at }: NewTags): Promise<boolean> {
  const { id, version, brief } = link;
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('deep_links')
      .set({ tags, version: version + 1, updated_at: at })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    const after = { ...link, tags };
    await indexLink(trx, id, { ...after, brief: JSON.stringify(LinkBrief.parse(brief)) });
    await keepChange(trx, { id, version: version + 1, userId, at, what: ['tags'] });
    await recordChange(trx, { orgId, userId, id, at }, link, after);
    return true;
  });
}

/** Renames a tag on everything that a user may see and `may` change; returns how many things changed. */
export async function regroup(
  db: Database,
  reader: { readonly orgId: OrgId; readonly userId: UserId; readonly types: SavedTypeTable },
  tags: Regrouping,
  may: (link: ListedLink) => boolean,
  at: string,
): Promise<number> {
  const tagged = visibleLinks(db, reader)
    .innerJoin('link_tags', 'link_tags.link_id', 'link.id')
    .select('link.id')
    .where('link_tags.tag', '=', foldedTag(tags.from));
  const rows = await selectFor(db, reader.orgId, reader.userId).where('link.id', 'in', tagged).execute();
  let changed = 0;
  for (const link of rows.map(toLink)) {
    const next = regrouped(link.tags, tags);
    if (next !== link.tags && may(link) && (await retag(db, link, { ...reader, tags: next, at })))
      changed += 1;
  }
  return changed;
}
