import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

/** The row that a key moves to; null for other keys. */
export function moveRow(key: string, from: number, count: number, page: number): number | null {
  const to: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    j: from + 1,
    k: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  };
  const target = to[key];
  return target === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, target));
}

/** One row at a time is in the Tab order; keys move it and keep it in view. */
export function useRowFocus(
  frame: RefObject<HTMLDivElement | null>,
  count: number,
  page: number,
  reveal: (index: number) => void,
) {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  const current = Math.min(active, Math.max(0, count - 1));
  useEffect(() => {
    if (wanted.current === null) return;
    // A distant row is drawn only in a later render, so the request stays until then.
    const row = frame.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus();
  });
  const moveTo = useCallback(
    (target: number) => {
      setActive(target);
      reveal(target);
      wanted.current = target;
    },
    [reveal],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'row') return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = moveRow(event.key, current, count, page);
    if (target === null) return;
    event.preventDefault();
    moveTo(target);
  };
  return { active: current, setActive, moveTo, onKeyDown };
}
