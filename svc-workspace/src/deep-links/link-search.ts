import type { LinkType } from '@cairn/contracts';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { visibleLinks, type ListContext } from './link-list.ts';
import { matching } from './search-index.ts';
import { searchedWords } from './words.ts';

/** A search over saved things. */
export interface LinkSearch {
  readonly text: string;
  readonly types?: readonly LinkType[] | undefined;
  readonly perType: number;
}

/** The best finds of each type in order, and how many there are of each. */
export interface FoundIds {
  readonly ids: readonly string[];
  readonly counts: Readonly<Partial<Record<LinkType, number>>>;
}

/** Searches everything that a user may see in an org. Without words the newest of each type are found. */
export async function foundIds(
  db: Database,
  { text, types, perType }: LinkSearch,
  context: Pick<ListContext, 'orgId' | 'userId' | 'types'>,
): Promise<FoundIds> {
  const words = searchedWords(text);
  if (words.length === 0 && text.trim() !== '') return { ids: [], counts: {} };
  let seen = visibleLinks(db, context);
  if (types !== undefined)
    seen = types.length > 0 ? seen.where('link.type', 'in', types) : seen.where(sql<boolean>`1 = 0`);
  const rank = words.length > 0 ? sql<number>`found.rank` : sql<number>`0`;
  const found =
    words.length > 0
      ? seen.innerJoin(matching(db, words).as('found'), (join) =>
          join.on(sql<boolean>`found.link_id = link.id`),
        )
      : seen;
  const ordered = found
    .select(['link.id', 'link.type', rank.as('rank'), 'link.updated_at'])
    .select([
      sql<number>`row_number() over (partition by link.type order by ${rank}, link.updated_at desc, link.id)`.as(
        'place',
      ),
      sql<number>`count(*) over (partition by link.type)`.as('things'),
    ]);
  const rows = await db
    .selectFrom(ordered.as('ordered'))
    .select(['id', 'type', 'things'])
    .where('place', '<=', perType)
    .orderBy('rank')
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
  const counts: Partial<Record<LinkType, number>> = {};
  for (const { type, things } of rows) counts[type] = Number(things);
  return { ids: rows.map(({ id }) => id), counts };
}
