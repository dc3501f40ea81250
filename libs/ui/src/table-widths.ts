import { useEffect, useRef, useState } from 'react';

import type { DataTableProps } from './table-props.ts';

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
  { widths, onWidths }: Pick<DataTableProps<unknown>, 'widths' | 'onWidths'> = {},
): ColumnWidths {
  const [changed, setChanged] = useState<Readonly<Record<string, number>>>(widths ?? {});
  const tell = useDelayed(onWidths);
  // Another stored view may bring other widths.
  const given = JSON.stringify(widths ?? null);
  const [source, setSource] = useState(given);
  if (source !== given) {
    setSource(given);
    setChanged(widths ?? {});
  }
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
    set: (id, width) => {
      const next = { ...changed, [id]: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width))) };
      setChanged(next);
      tell(next);
    },
  };
}

/** How long a width rests before it is told (X§9). */
const DELAY = 300;

function useDelayed(tell: DataTableProps<unknown>['onWidths']) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (widths: Readonly<Record<string, number>>) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell?.(widths), DELAY);
  };
}
