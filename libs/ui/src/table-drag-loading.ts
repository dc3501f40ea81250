import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

const loadDragging = async () => (await import('./table-drag.tsx')).DraggedHeads;
type Heads = Awaited<ReturnType<typeof loadDragging>>;

const FOCUSABLE = 'button, [tabindex]';

/** The control in focus: the header that it stands in, and its place counted from the last. */
function focusedIn(
  row: HTMLElement | null,
): { readonly id: string | undefined; readonly fromLast: number } | null {
  const cell = document.activeElement?.closest<HTMLElement>('[data-head]');
  if (!cell || !row?.contains(cell)) return null;
  const all = [...cell.querySelectorAll(FOCUSABLE)];
  return {
    id: cell.dataset['head'],
    fromLast: all.length - all.findIndex((each) => each === document.activeElement),
  };
}

/**
 * The headers that can be dragged, loaded when somebody comes near them: few people ever move a column. The focus
 * stays where it was.
 */
export function useDragging(row: RefObject<HTMLElement | null>, isWanted: boolean) {
  const [loaded, setLoaded] = useState<{ readonly Heads: Heads } | null>(null);
  const isLoading = useRef(false);
  const focused = useRef<ReturnType<typeof focusedIn>>(null);
  useLayoutEffect(() => {
    const before = focused.current;
    focused.current = null;
    if (!before) return;
    const cells = [...(row.current?.querySelectorAll<HTMLElement>('[data-head]') ?? [])];
    const cell = cells.find(({ dataset }) => dataset['head'] === before.id);
    [...(cell?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].at(-before.fromLast)?.focus();
  }, [loaded, row]);
  const onIntent = () => {
    if (!isWanted || isLoading.current) return;
    isLoading.current = true;
    loadDragging().then(
      (Heads) => {
        focused.current = focusedIn(row.current);
        setLoaded({ Heads });
      },
      // Columns still move with Alt and the arrows, and the next visit tries again.
      () => {
        isLoading.current = false;
      },
    );
  };
  return { DraggedHeads: loaded?.Heads, onIntent };
}
