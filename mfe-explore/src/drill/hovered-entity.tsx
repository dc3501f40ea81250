import type { ResultSet } from '@cairn/answer';
import type { Query } from '@cairn/query';
import { lazyComponent } from '@cairn/ui';
import { ENTITY_CELLS } from '@cairn/views';
import { type PointerEvent, type ReactNode, Suspense, useState } from 'react';

const HoveredCell = lazyComponent(async () => (await import('./hovered-cell.tsx')).HoveredCell);

/** What tells of the cells of an answer that name entities, while the pointer is on one; it is loaded then. */
export function useHoveredEntity(): {
  handlers: { onPointerOver: (event: PointerEvent) => void; onPointerLeave: () => void };
  cardOf: (answer: ResultSet, query: Query) => ReactNode;
} {
  const [cell, setCell] = useState<Element | null>(null);
  return {
    handlers: {
      onPointerOver: ({ target, pointerType }) => {
        if (pointerType === 'mouse') setCell(target instanceof Element ? target.closest(ENTITY_CELLS) : null);
      },
      onPointerLeave: () => setCell(null),
    },
    cardOf: (answer, query) =>
      cell && (
        <Suspense>
          <HoveredCell answer={answer} query={query} cell={cell} />
        </Suspense>
      ),
  };
}
