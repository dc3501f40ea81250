export const SORT_COLUMNS = ['name', 'favorite', 'type', 'visibility', 'status', 'updated'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
export interface LibrarySort {
  id: SortColumn;
  direction: 'ascending' | 'descending';
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
