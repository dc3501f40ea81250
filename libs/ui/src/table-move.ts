import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import type { TableColumn } from './table-props.ts';

type Movable = Pick<TableColumn<never>, 'id' | 'header' | 'movable'>;

/** What moves columns, and what to say of it. */
export type ColumnMoves = ReturnType<typeof useColumnMoves>;

/** The handlers by which a header is dragged onto another, or moved with Alt and the arrows; and what to announce. */
export function useColumnMoves(
  columns: readonly Movable[],
  onMove: ((id: string, to: string) => void) | undefined,
) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const moved = useRef<HTMLElement | null>(null);
  const order = columns.map(({ id }) => id).join('\n');
  // A header that moves in the page loses the focus.
  useEffect(() => {
    moved.current?.focus();
    moved.current = null;
  }, [order]);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const move = ({ id, header }: Movable, to: string) => {
    onMove?.(id, to);
    setSaid(`${header} is column ${columns.findIndex((each) => each.id === to) + 1} of ${columns.length}`);
  };
  const handlersOf = (column: Movable) => {
    if (!onMove || !column.movable) return {};
    return {
      draggable: true,
      'data-over': (over === column.id && dragged !== column.id) || undefined,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        setDragged(column.id);
      },
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        setOver(column.id);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        const from = columns.find(({ id }) => id === dragged);
        if (from && from.id !== column.id) move(from, column.id);
        end();
      },
      onDragEnd: end,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const by = event.altKey ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined;
        if (by === undefined) return;
        event.preventDefault();
        const ids = columns.flatMap(({ id, movable }) => (movable ? [id] : []));
        const to = ids[ids.indexOf(column.id) + by];
        if (to === undefined) return;
        moved.current = event.target instanceof HTMLElement ? event.target : null;
        move(column, to);
      },
    };
  };
  return { handlersOf, said };
}
