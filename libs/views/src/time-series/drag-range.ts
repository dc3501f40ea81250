import { useRef, useState, type PointerEvent } from 'react';

export interface Dragged {
  readonly from: number;
  readonly to: number;
  readonly box: { left: number; width: number; top: number; height: number };
  readonly done: boolean;
}

interface Grip {
  readonly category: number;
  readonly rect: DOMRect;
}

/** Press starts, move extends, release keeps it for the Zoom button; leaving the chart cancels (X§4). */
export function useDragRange(categoryOf: (mark: number) => number | undefined) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const start = useRef<Grip | null>(null);
  const gripOf = (event: PointerEvent): Grip | null => {
    const element =
      event.target instanceof Element ? event.target.closest('[data-mark], [data-column]') : null;
    const column = element?.getAttribute('data-column') ?? null;
    const category =
      column === null ? element && categoryOf(Number(element.getAttribute('data-mark'))) : Number(column);
    return element && category !== null && category !== undefined
      ? { category, rect: element.getBoundingClientRect() }
      : null;
  };
  const clear = () => {
    start.current = null;
    setDragged(null);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('button')) return;
      setDragged(null);
      start.current = event.button === 0 ? gripOf(event) : null;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const [first, grip] = [start.current, gripOf(event)];
      if (!first || !grip || event.buttons === 0 || grip.category === first.category) return;
      setDragged(between(first, grip, event.currentTarget.getBoundingClientRect()));
    },
    onPointerUp: () => {
      start.current = null;
      setDragged((range) => range && { ...range, done: true });
    },
    onPointerLeave: () => {
      if (start.current) clear();
    },
    onClickCapture: (event: { stopPropagation: () => void; target: EventTarget }) => {
      const isButton = event.target instanceof Element && event.target.closest('button');
      if (dragged?.done && !isButton) event.stopPropagation();
    },
  };
  return { dragged, handlers, clear };
}

function between(first: Grip, second: Grip, around: DOMRect): Dragged {
  const [low, high] = first.category < second.category ? [first, second] : [second, first];
  const left = low.rect.left - around.left;
  return {
    from: low.category,
    to: high.category,
    box: { left, width: high.rect.right - around.left - left, top: 0, height: around.height - 24 },
    done: false,
  };
}
