import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { TableColumn } from './table-props.ts';

type Movable = Pick<TableColumn<never>, 'id' | 'header' | 'movable'>;

/** What moves columns, and what to say of it. */
export type ColumnMoves = ReturnType<typeof useColumnMoves>;

/** Moves a header to the place of another, also with Alt and the arrows; and what to announce. */
export function useColumnMoves(
  columns: readonly Movable[],
  onMove: ((id: string, to: string) => void) | undefined,
) {
  const [said, setSaid] = useState('');
  const moved = useRef<HTMLElement | null>(null);
  const order = columns.map(({ id }) => id).join('\n');
  // A header that moves in the page loses the focus.
  useEffect(() => {
    moved.current?.focus();
    moved.current = null;
  }, [order]);
  const move = ({ id, header }: Movable, to: string) => {
    onMove?.(id, to);
    setSaid(`${header} is column ${columns.findIndex((each) => each.id === to) + 1} of ${columns.length}`);
  };
  /** The column that a column would change places with; undefined at the ends, and where it does not move. */
  const besides = ({ id, movable }: Movable, by: -1 | 1): string | undefined => {
    const ids = columns.flatMap((each) => (each.movable ? [each.id] : []));
    return onMove && movable ? ids[ids.indexOf(id) + by] : undefined;
  };
  const handlersOf = (column: Movable) => {
    if (!onMove || !column.movable) return {};
    return {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const by = event.altKey ? ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key] : undefined;
        if (by === undefined) return;
        event.preventDefault();
        const to = besides(column, by);
        if (to === undefined) return;
        moved.current = event.target instanceof HTMLElement ? event.target : null;
        move(column, to);
      },
    };
  };
  return { handlersOf, move, besides, said };
}
