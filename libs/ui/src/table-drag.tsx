import {
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type Modifier,
} from '@dnd-kit/core';
import {
  horizontalListSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './data-table.module.css';
import { HeadCell, type HeadCellProps } from './table-head-cell.tsx';
import type { ColumnMoves } from './table-move.ts';
import type { TableColumn } from './table-props.ts';

/** The pixels that tell a drag from a click, and the time that tells one from scrolling by touch. */
const DISTANCE = 6;
const TOUCH = { delay: 200, tolerance: 8 };

const alongTheRow: Modifier = ({ transform }) => ({ ...transform, y: 0 });

interface DraggedHeadsProps<Row> extends Pick<HeadCellProps<Row>, 'sort' | 'onSort' | 'widths'> {
  readonly columns: readonly TableColumn<Row>[];
  readonly moves: ColumnMoves;
}

/** Headers that are dragged with the mouse or a finger, or picked up and moved with the keys. */
export function DraggedHeads<Row>({ columns, moves, ...shared }: DraggedHeadsProps<Row>): ReactNode {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DISTANCE } }),
    useSensor(TouchSensor, { activationConstraint: TOUCH }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const movable = columns.filter((column) => column.movable);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const column = movable.find(({ id }) => id === active.id);
    if (column && over && over.id !== active.id) moves.move(column, String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      modifiers={[alongTheRow]}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: announcementsOf(columns),
        screenReaderInstructions: {
          draggable: 'Space picks the column up, arrows move it, Space puts it down.',
        },
        // A row holds cells alone.
        container: document.body,
      }}
    >
      <SortableContext items={movable.map(({ id }) => id)} strategy={horizontalListSortingStrategy}>
        {columns.map((column) =>
          column.movable ? (
            <MovableHead key={column.id} column={column} moves={moves} {...shared} />
          ) : (
            <HeadCell key={column.id} column={column} {...shared} />
          ),
        )}
      </SortableContext>
    </DndContext>
  );
}

function MovableHead<Row>({
  column,
  moves,
  ...shared
}: Omit<DraggedHeadsProps<Row>, 'columns'> & { readonly column: TableColumn<Row> }): ReactNode {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({
      id: column.id,
    });
  const { onKeyDown: onLift, ...pointer } = listeners ?? {};
  const { onKeyDown } = moves.handlersOf(column);
  const grip = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={styles.grip}
      aria-label={`Move ${column.header}`}
      aria-describedby={attributes['aria-describedby']}
      onKeyDown={(event: KeyboardEvent) => onLift?.(event)}
    >
      <GripVertical size={12} aria-hidden />
    </button>
  );
  return (
    <HeadCell
      {...shared}
      {...pointer}
      column={column}
      ref={setNodeRef}
      grip={grip}
      isDragged={isDragging}
      {...(onKeyDown ? { onKeyDown } : {})}
      style={{ transform: transform ? `translateX(${transform.x}px)` : undefined, transition }}
    />
  );
}

/** What is said while a column is picked up, moved and put down. */
function announcementsOf(
  columns: readonly { readonly id: string; readonly header: string }[],
): Announcements {
  const nameOf = (id: string | number) => columns.find((each) => each.id === id)?.header ?? '';
  const placeOf = (id: string | number) =>
    `column ${columns.findIndex((each) => each.id === id) + 1} of ${columns.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up, ${placeOf(active.id)}`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is at ${placeOf(over.id)}` : undefined),
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is put down at ${placeOf(over?.id ?? active.id)}`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays ${placeOf(active.id)}`,
  };
}
