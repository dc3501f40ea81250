import {
  DndContext,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type Modifier,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import type { SortableListProps } from './sortable-list.tsx';

/** The pixels that tell a drag from a click, and the time that tells one from scrolling by touch. */
const DISTANCE = 6;
const TOUCH = { delay: 200, tolerance: 8 };

const alongTheList: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** The items of a SortableList, each of which can be dragged. */
export function DraggedItems({ ids, onMove, children }: SortableListProps): ReactNode {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DISTANCE } }),
    useSensor(TouchSensor, { activationConstraint: TOUCH }),
  );
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(String(active.id), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      modifiers={[alongTheList]}
      onDragEnd={onDragEnd}
      // A list holds items alone.
      accessibility={{ container: document.body }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {ids.map((id) => (
          <DraggedItem key={id} id={id}>
            {children(id)}
          </DraggedItem>
        ))}
      </SortableContext>
    </DndContext>
  );
}

function DraggedItem({ id, children }: { id: string; children: ReactNode }): ReactNode {
  const { listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id });
  const style = {
    transform: transform ? `translateY(${transform.y}px)` : undefined,
    transition,
    ...(isDragging && { position: 'relative' as const, zIndex: 1 }),
  };
  return (
    <li ref={setNodeRef} style={style} data-dragged={isDragging || undefined} {...listeners}>
      {children}
    </li>
  );
}
