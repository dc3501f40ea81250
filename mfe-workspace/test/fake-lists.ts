import type { DeepLink, LinkCounts, LinkFilter, LinkSort, LinkSummary, UserId } from '@cairn/contracts';

/** What a call asks a list for. */
export interface ListCall {
  filter?: Partial<LinkFilter>;
  sort?: LinkSort;
  offset?: number;
  limit?: number;
}

const holds = <T>(chosen: readonly T[] | undefined, value: T) => !chosen?.length || chosen.includes(value);
const tagsOf = ({ group, brief }: LinkSummary) =>
  [...group.split(','), ...brief.tags].filter(Boolean).map((tag) => tag.toLowerCase().replaceAll(' ', '_'));

function fits(link: LinkSummary, { words = '', tags = [], ...filter }: Partial<LinkFilter>): boolean {
  const texts = `${link.name} ${link.description}`.toLowerCase().split(/\W+/);
  const asked = words.toLowerCase().split(/\W+/).filter(Boolean);
  const marks = { favorites: link.isBookmarked, mine: link.userId === 'u1' };
  return (
    asked.every((word) => texts.some((text) => text.startsWith(word))) &&
    tags.every((tag) => tagsOf(link).includes(tag)) &&
    holds(filter.types, link.type) &&
    holds(filter.scopes, link.scope) &&
    holds(filter.statuses, link.status) &&
    (!filter.owners?.length || (link.userId !== null && filter.owners.includes(link.userId))) &&
    holds(filter.ownerNames, link.ownerName?.toLowerCase()) &&
    (!filter.kinds?.length || link.brief.kinds.some((kind) => filter.kinds?.includes(kind.toLowerCase()))) &&
    (!filter.collections?.length || filter.collections.some((each) => marks[each]))
  );
}

function count<Key extends string>(keys: readonly Key[]): Partial<Record<Key, number>> {
  const counts: Partial<Record<Key, number>> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

function countsOf(links: readonly LinkSummary[]): LinkCounts {
  const tags = Object.entries(count(links.flatMap(tagsOf)));
  return {
    types: count(links.map(({ type }) => type)),
    scopes: count(links.map(({ scope }) => scope)),
    statuses: count(links.flatMap(({ status }) => status ?? [])),
    collections: count(links.flatMap(({ isBookmarked }) => (isBookmarked ? ['favorites' as const] : []))),
    owners: Object.entries(count(links.flatMap(({ ownerName }) => ownerName ?? []))).map(
      ([name, things]) => ({ id: `id-${name}` as UserId, name, count: things ?? 0 }),
    ),
    tags: tags.map(([tag, times]) => ({ tag, count: times ?? 0 })),
  };
}

/** What the service would list of these things, sorted by name or as they stand. */
export function fakeList(
  links: readonly DeepLink[],
  { filter = {}, sort, offset = 0, limit = 250 }: ListCall,
) {
  const kept = links.filter((link) => fits(link, filter));
  const way = sort?.direction === 'descending' ? -1 : 1;
  const sorted = sort?.by === 'name' ? kept.toSorted((a, b) => way * a.name.localeCompare(b.name)) : kept;
  const data = sorted.slice(offset, offset + limit).map(({ state: _state, json: _json, ...link }) => link);
  const { types: _types, ...others } = filter;
  const counts = countsOf(links.filter((link) => fits(link, others)));
  return { data, more: offset + limit < kept.length, total: kept.length, counts, notice: null };
}
