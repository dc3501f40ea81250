import { lazyComponent } from '@cairn/ui';
import { useHover } from '@cairn/ui/viewers';
import { ENTITY_CELLS } from '@cairn/views';
import { type ReactNode, Suspense } from 'react';
import type { HoveredCellProps } from './hovered-cell.tsx';

const HoveredCell = lazyComponent(async () => (await import('./hovered-cell.tsx')).HoveredCell);

interface HoveredEntityProps extends Pick<HoveredCellProps, 'answer' | 'query'> {
  readonly className: string | undefined;
  readonly isBusy: boolean;
  readonly children: ReactNode;
}

/** Shows what an entity is when the pointer stays on a cell of an answer that names it. */
export function HoveredEntity(props: HoveredEntityProps): ReactNode {
  const { answer, query, className, isBusy, children } = props;
  const { anchor, element, hoverOn } = useHover();
  return (
    <div
      className={className}
      aria-busy={isBusy}
      onPointerOver={({ target, pointerType }) => {
        const cell = target instanceof Element ? target.closest(ENTITY_CELLS) : null;
        if (pointerType === 'mouse') hoverOn(cell);
      }}
      onPointerLeave={() => hoverOn(null)}
      onPointerDown={() => hoverOn(null)}
    >
      {children}
      {anchor && element && (
        <Suspense>
          <HoveredCell answer={answer} query={query} cell={element} anchor={anchor} />
        </Suspense>
      )}
    </div>
  );
}
