import type { LibraryItem } from './filter.ts';

export const SORT_COLUMNS = ['name', 'favorite', 'type', 'visibility', 'status'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
export interface LibrarySort {
  id: SortColumn;
  direction: 'ascending' | 'descending';
}

const byType = (one: LibraryItem, other: LibraryItem) => {
  const placeOf = ({ type }: LibraryItem) => type.libraryOrder ?? Number.MAX_SAFE_INTEGER;
  return placeOf(one) - placeOf(other);
};
const rankOf = (order: readonly string[], value: string) => {
  const rank = order.indexOf(value);
  return rank < 0 ? order.length : rank;
};
const byName = (a: LibraryItem, b: LibraryItem) => {
  const [one, other] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return one < other ? -1 : one > other ? 1 : 0;
};

const ORDERS: Record<SortColumn, (a: LibraryItem, b: LibraryItem) => number> = {
  name: byName,
  favorite: (a, b) => Number(b.isBookmarked) - Number(a.isBookmarked),
  type: byType,
  visibility: (a, b) =>
    rankOf(['private', 'org', 'global'], a.scope) - rankOf(['private', 'org', 'global'], b.scope),
  status: (a, b) =>
    rankOf(['populated', 'processing', 'notConfigured'], a.status) -
    rankOf(['populated', 'processing', 'notConfigured'], b.status),
};

/** The items in order; equal ones are in ascending order of name in both directions. */
export function sortItems<T extends LibraryItem>(items: readonly T[], sort: LibrarySort): T[] {
  const turn = sort.direction === 'ascending' ? 1 : -1;
  return items.toSorted((a, b) => turn * ORDERS[sort.id](a, b) || byName(a, b));
}

/** `name-ascending` in the address; anything else is names from A to Z. */
export function parseSort(text: string | null): LibrarySort {
  const [id, direction] = (text ?? '').split('-');
  const column = SORT_COLUMNS.find((candidate) => candidate === id);
  return column
    ? { id: column, direction: direction === 'descending' ? 'descending' : 'ascending' }
    : { id: 'name', direction: 'ascending' };
}

/** The sort as the address carries it; null for the default sort. */
export function sortText({ id, direction }: LibrarySort): string | null {
  return id === 'name' && direction === 'ascending' ? null : `${id}-${direction}`;
}
