import { useState } from 'react';

export const MIN_WIDTH = 50;
export const MAX_WIDTH = 1000;

export interface ColumnWidths {
  /** For `grid-template-columns`. */
  template: string;
  /** The least width of the whole table; below it the table scrolls sideways. */
  least: number;
  of: (id: string) => number | undefined;
  set: (id: string, width: number) => void;
}

/**
 * Column widths that a reader may change. The first column without a width takes the rest, if there is one.
 */
export function useColumnWidths(
  columns: readonly { id: string; width?: number; least?: number }[],
  hasMenu: boolean,
): ColumnWidths {
  const [changed, setChanged] = useState<Record<string, number>>({});
  const of = (id: string) => changed[id] ?? columns.find((column) => column.id === id)?.width;
  // The menu belongs at the right edge, so one column must grow.
  const grows =
    columns.find((column) => of(column.id) === undefined)?.id ?? (hasMenu ? columns[0]?.id : null);
  const leastOf = ({ id, least }: { id: string; least?: number }) => changed[id] ?? least ?? of(id) ?? 200;
  const tracks = columns.map((column) => {
    const width = of(column.id);
    if (changed[column.id] !== undefined) return `${width}px`;
    if (column.id === grows) return `minmax(${leastOf(column)}px, 1fr)`;
    return column.least === undefined ? `${width ?? 200}px` : `minmax(${column.least}px, ${width ?? 200}px)`;
  });
  const columnsLeast = columns.reduce((sum, column) => sum + leastOf(column), 0);
  return {
    least: columnsLeast + (hasMenu ? 40 : 0),
    template: tracks.join(' ') + (grows === null ? ' 1fr' : '') + (hasMenu ? ' 40px' : ''),
    of,
    set: (id, width) =>
      setChanged((all) => ({ ...all, [id]: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width))) })),
  };
}
