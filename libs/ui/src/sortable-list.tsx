import { Suspense, type ReactNode } from 'react';
import { lazyComponent } from './lazy-component.tsx';

export interface SortableListProps {
  readonly ids: readonly string[];
  /** An item was dropped at the place of another; places count from 0. */
  readonly onMove: (id: string, to: number) => void;
  /** What an item shows. */
  readonly children: (id: string) => ReactNode;
}

const DraggedItems = lazyComponent(async () => (await import('./loaded-sortable-list.tsx')).DraggedItems);

/**
 * The items of a list, to be put in another order with the mouse or a finger. Whoever uses it offers the same by
 * keyboard. Dragging is loaded when there is more than one item.
 */
export function SortableList(props: SortableListProps): ReactNode {
  const { ids, children } = props;
  const resting = ids.map((id) => <li key={id}>{children(id)}</li>);
  if (ids.length < 2) return resting;
  return (
    <Suspense fallback={resting}>
      <DraggedItems {...props} />
    </Suspense>
  );
}
