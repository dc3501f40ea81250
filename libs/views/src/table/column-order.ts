/** Columns in the order that a reader chose; those that it does not name follow where they were. */
export function inOrder<T extends { readonly id: string }>(
  columns: readonly T[],
  order: readonly string[],
): readonly T[] {
  if (order.length === 0) return columns;
  const named = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return [...named, ...columns.filter((column) => !named.includes(column))];
}

/** The ids with one of them at the place of another. */
export function moveColumn(ids: readonly string[], id: string, to: string): string[] {
  const [from, place] = [ids.indexOf(id), ids.indexOf(to)];
  if (from === -1 || place === -1) return [...ids];
  const rest = ids.filter((each) => each !== id);
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}
