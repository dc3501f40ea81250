import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

const MARGIN = 12;

/** The rows [first, end) that cover a window of `view` pixels at `top`, with a margin on both sides. */
export function rowsInView(
  top: number,
  view: number,
  size: number,
  count: number,
): [first: number, end: number] {
  const first = Math.max(0, Math.min(count, Math.floor(top / size) - MARGIN));
  return [first, Math.max(first, Math.min(count, Math.ceil((top + view) / size) + MARGIN))];
}

/** The scroll position that shows a whole row beside `sticky` pixels of header and last row. */
export function scrollFor(index: number, top: number, view: number, size: number, sticky = 33): number {
  const above = index * size;
  const below = above + size + sticky - view;
  return above < top ? above : below > top ? below : top;
}

/** Tracks the scrolling of a table with rows of equal height. */
export function useRowWindow(
  frame: RefObject<HTMLElement | null>,
  size: number,
  count: number,
  { enabled, sticky }: { readonly enabled: boolean; readonly sticky: number },
) {
  const [place, setPlace] = useState({ top: 0, view: 600 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || !enabled) return undefined;
    const measure = () => setPlace({ top: element.scrollTop, view: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [frame, enabled]);
  const reveal = useCallback(
    (index: number) => {
      const element = frame.current;
      element?.scrollTo({ top: scrollFor(index, element.scrollTop, element.clientHeight, size, sticky) });
    },
    [frame, size, sticky],
  );
  return { range: enabled ? rowsInView(place.top, place.view, size, count) : ([0, count] as const), reveal };
}
