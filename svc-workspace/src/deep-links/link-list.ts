import {
  findTypes,
  visibleLinks,
  type ListContext,
  type MissingKinds,
  type Visible,
} from './visible-links.ts';
import type {
  LinkCounts,
  LinkFilter,
  LinkSort,
  LinkStatus,
  LinkType,
  SavedTypeTable,
  UserId,
} from '@cairn/contracts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import { countsOf, totalOf, type CountedGroup } from './link-counts.ts';
import { named, ownersNamed, withOwnerNames } from './link-owners.ts';
import { withQuestion } from './link-question.ts';
import { matching } from './search-index.ts';
import { foldedTag, searchedWords } from './words.ts';

/** A part of a list. */
export interface LinkPage {
  readonly type?: LinkType | undefined;
  /** The owner; null for what belongs to nobody. */
  readonly owner?: UserId | null | undefined;
  readonly filter?: LinkFilter | undefined;
  readonly sort: LinkSort;
  readonly offset: number;
  readonly limit: number;
  /** Whether to count what each choice of the filter would show. */
  readonly counts: boolean;
}

/** The ids of a page in order, and how many things there are in all. */
export interface ListedIds {
  readonly ids: readonly string[];
  readonly total: number;
  readonly counts: LinkCounts | null;
}

const NO_FILTER: LinkFilter = {
  words: '',
  tags: [],
  types: [],
  scopes: [],
  collections: [],
  statuses: [],
  owners: [],
  ownerNames: [],
  kinds: [],
  views: [],
  durations: [],
};

const isTrue = (condition: RawBuilder<unknown>) => sql<number>`case when ${condition} then 1 else 0 end`;

const bookmarked = (userId: UserId) =>
  isTrue(sql`link.id in (select link_id from bookmarks where user_id = ${userId})`);

const STATUSES: readonly LinkStatus[] = ['populated', 'processing', 'notConfigured'];

/** How much of a thing's data is missing: 0 nothing, 1 it is being read, 2 no source brings it. */
export function statusRank({ notConfigured, processing }: MissingKinds): RawBuilder<number> {
  if (notConfigured.length + processing.length === 0) return sql<number>`0`;
  const rank = (kinds: readonly string[], value: number) =>
    kinds.length > 0 ? sql`when kind in (${sql.join(kinds)}) then ${sql.lit(value)}` : sql``;
  return sql<number>`coalesce((select max(case ${rank(notConfigured, 2)} ${rank(processing, 1)} else 0 end)
    from link_kinds where link_id = link.id), 0)`;
}

/** The status of a rank. */
export const statusOf = (rank: number): LinkStatus => STATUSES[rank] ?? 'populated';

/** Keeps the things that fit the words, each by the rule of its type (W§5). */
function withWords(db: Database, rows: Visible, { types }: ListContext, text: string): Visible {
  const words = searchedWords(text);
  if (words.length === 0) return rows;
  const free = findTypes(types, ({ filterWords }) => filterWords === 'ignored');
  const tagged = findTypes(types, ({ filterWords }) => filterWords === 'tags too');
  const fits = (columns: Parameters<typeof matching>[2]) =>
    sql`link.id in (select link_id from ${matching(db, words, columns)} as found)`;
  const ways = [fits(['name', 'description'])];
  if (free.length > 0) ways.push(sql`link.type in (${sql.join(free)})`);
  if (tagged.length > 0)
    ways.push(sql`(link.type in (${sql.join(tagged)}) and ${fits(['name', 'description', 'tags'])})`);
  return rows.where(sql<boolean>`(${sql.join(ways, sql` or `)})`);
}

/** Keeps the things that have every tag. */
const withTags = (rows: Visible, tags: readonly string[]): Visible =>
  tags.reduce(
    (kept, tag) =>
      kept.where(sql<boolean>`link.id in (select link_id from link_tags where tag = ${foldedTag(tag)})`),
    rows,
  );

/** Keeps what the choices of the filter's panels leave. */
function withChoices(rows: Visible, filter: LinkFilter, { userId, missing }: ListContext): Visible {
  let kept = rows;
  if (filter.types.length > 0) kept = kept.where('link.type', 'in', filter.types);
  if (filter.scopes.length > 0) kept = kept.where('link.scope', 'in', filter.scopes);
  if (filter.owners.length > 0) kept = kept.where('link.user_id', 'in', filter.owners);
  if (filter.statuses.length > 0) {
    const ranks = filter.statuses.map((status) => STATUSES.indexOf(status));
    kept = kept.where(statusRank(missing), 'in', ranks);
  }
  if (filter.collections.length > 0) {
    const ways = filter.collections.map((collection) =>
      collection === 'mine' ? sql`link.user_id = ${userId}` : sql`${bookmarked(userId)} = 1`,
    );
    kept = kept.where(sql<boolean>`(${sql.join(ways, sql` or `)})`);
  }
  return kept;
}

/** How many things there are by what the panels of a filter offer. One pass over an index. */
async function groupsOf(rows: Visible, { userId, missing }: ListContext): Promise<CountedGroup[]> {
  const groups = await rows
    .select(['link.type', 'link.scope', 'link.user_id'])
    .select([bookmarked(userId).as('favorite'), statusRank(missing).as('rank')])
    .select(({ fn }) => fn.countAll().as('things'))
    .groupBy(['link.type', 'link.scope', 'link.user_id', 'favorite', 'rank'])
    .execute();
  return groups.map(({ type, scope, user_id, favorite, rank, things }) => ({
    type,
    scope,
    userId: user_id as UserId | null,
    isFavorite: favorite === 1,
    status: statusOf(Number(rank)),
    things: Number(things),
  }));
}

/** How many related tags are told (W§9). */
export const RELATED_TAGS = 18;

/** The most frequent tags, in alphabetical order. */
async function tagsOf(rows: Visible): Promise<LinkCounts['tags']> {
  const tags = await rows
    .innerJoin('link_tags', 'link_tags.link_id', 'link.id')
    .select('link_tags.tag')
    .select(({ fn }) => fn.countAll().as('things'))
    .groupBy('link_tags.tag')
    .orderBy('things', 'desc')
    .orderBy('link_tags.tag')
    .limit(RELATED_TAGS)
    .execute();
  return tags
    .map(({ tag, things }) => ({ tag, count: Number(things) }))
    .toSorted((one, other) => one.tag.localeCompare(other.tag));
}

const inOrder = (column: 'link.type' | 'link.scope', values: readonly string[]) =>
  sql<number>`case ${sql.ref(column)} ${sql.join(
    values.map((value, place) => sql`when ${value} then ${sql.lit(place)}`),
    sql` `,
  )} else ${sql.lit(values.length)} end`;

/** The types in the library's order; those without a place come last. */
const inLibraryOrder = (types: SavedTypeTable): string[] =>
  Object.entries(types)
    .filter(([, { libraryOrder }]) => libraryOrder !== undefined)
    .toSorted(([, one], [, other]) => (one.libraryOrder ?? 0) - (other.libraryOrder ?? 0))
    .map(([name]) => name);

/** Sorts by a column; equal things are in order of name, and at last of id. */
function sorted(rows: Visible, sort: LinkSort, { userId, types, missing }: ListContext) {
  const way = sort.direction === 'ascending' ? 'asc' : 'desc';
  const ids = rows.select('link.id');
  if (sort.by === 'updated') return ids.orderBy('link.updated_at', way).orderBy('link.id');
  const column = {
    name: sql<number>`0`,
    favorite: sql<number>`1 - ${bookmarked(userId)}`,
    type: inOrder('link.type', inLibraryOrder(types)),
    visibility: inOrder('link.scope', ['private', 'org', 'global']),
    status: statusRank(missing),
  }[sort.by];
  const named = ids.leftJoin('link_texts', 'link_texts.link_id', 'link.id');
  const first = sort.by === 'name' ? named : named.orderBy(column, way);
  return first.orderBy('link_texts.name', sort.by === 'name' ? way : 'asc').orderBy('link.id');
}

/** The ids of a page of a list, its total, and the counts of the filter's choices. */
export async function listedIds(db: Database, page: LinkPage, context: ListContext): Promise<ListedIds> {
  const filter = page.filter ?? NO_FILTER;
  let base = visibleLinks(db, context, page.type);
  if (page.owner !== undefined)
    base = base.where('link.user_id', page.owner === null ? 'is' : '=', page.owner);
  base = withTags(withWords(db, base, context, filter.words), filter.tags);
  base = withOwnerNames(base, await ownersNamed(db, context, filter.ownerNames));
  base = withQuestion(base, filter);
  const kept = withChoices(base, filter, context);
  const [groups, rows, tags] = await Promise.all([
    groupsOf(base, context),
    sorted(kept, page.sort, context).limit(page.limit).offset(page.offset).execute(),
    page.counts ? tagsOf(kept) : [],
  ]);
  const ids = rows.map(({ id }) => id);
  const total = totalOf(groups, filter, context.userId);
  if (!page.counts) return { ids, total, counts: null };
  const counts = countsOf(groups, filter, context.userId);
  return { ids, total, counts: { ...counts, owners: await named(db, counts.owners), tags } };
}
