import type { LinkType } from '@cairn/contracts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import { visibleLinks, type ListContext } from './visible-links.ts';
import { matching } from './search-index.ts';
import { searchedWords } from './words.ts';

/** A search over saved things. */
export interface LinkSearch {
  readonly text: string;
  readonly types?: readonly LinkType[] | undefined;
  readonly order?: 'match' | 'opened' | 'popular' | undefined;
  readonly owner?: 'me' | 'others' | undefined;
  readonly perType: number;
}

type SearchContext = Pick<ListContext, 'orgId' | 'userId' | 'types'>;

/** The best finds of each type in order, and how many there are of each. */
export interface FoundIds {
  readonly ids: readonly string[];
  readonly counts: Readonly<Partial<Record<LinkType, number>>>;
}

/** The things that a search is among: of its types, and of the caller or of others. */
function searchedLinks(db: Database, { types, owner }: LinkSearch, context: SearchContext) {
  let seen = visibleLinks(db, context);
  if (types !== undefined)
    seen = types.length > 0 ? seen.where('link.type', 'in', types) : seen.where(sql<boolean>`1 = 0`);
  if (owner === 'me') seen = seen.where('link.user_id', '=', context.userId);
  if (owner === 'others')
    seen = seen.where(sql<boolean>`link.user_id IS NULL OR link.user_id <> ${context.userId}`);
  return seen;
}

/** What things are ordered by: a smaller one stands first. */
function placeOf(order: LinkSearch['order'], isFound: boolean, userId: string): RawBuilder<unknown> {
  if (order === 'opened') {
    return sql`(select hits.last_at from hits where hits.link_id = link.id and hits.user_id = ${userId}) desc nulls last`;
  }
  if (order === 'popular') {
    return sql`coalesce((select sum(hits.hits) from hits where hits.link_id = link.id), 0) desc`;
  }
  return isFound ? sql`found.rank` : sql`link.updated_at desc`;
}

/** Searches everything that a user may see in an org; without words it finds all of it. */
export async function foundIds(db: Database, search: LinkSearch, context: SearchContext): Promise<FoundIds> {
  const words = searchedWords(search.text);
  if (words.length === 0 && search.text.trim() !== '') return { ids: [], counts: {} };
  const seen = searchedLinks(db, search, context);
  const found =
    words.length > 0
      ? seen.innerJoin(matching(db, words).as('found'), (join) =>
          join.on(sql<boolean>`found.link_id = link.id`),
        )
      : seen;
  const first = placeOf(search.order, words.length > 0, context.userId);
  const order = sql`${first}, link.updated_at desc, link.id`;
  const ordered = found
    .select(['link.id', 'link.type'])
    .select([
      sql<number>`row_number() over (partition by link.type order by ${order})`.as('place'),
      sql<number>`row_number() over (order by ${order})`.as('in_all'),
      sql<number>`count(*) over (partition by link.type)`.as('things'),
    ]);
  const rows = await db
    .selectFrom(ordered.as('ordered'))
    .select(['id', 'type', 'things'])
    .where('place', '<=', search.perType)
    .orderBy('in_all')
    .execute();
  const counts: Partial<Record<LinkType, number>> = {};
  for (const { type, things } of rows) counts[type] = Number(things);
  return { ids: rows.map(({ id }) => id), counts };
}
