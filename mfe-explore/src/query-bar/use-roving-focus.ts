import { useState, type KeyboardEvent, type RefObject } from 'react';

/**
 * One Tab stop for all `data-stop` elements of a bar. Arrow keys, Home and End move it; Backspace removes an
 * item.
 */
export function useRovingFocus(bar: RefObject<HTMLElement | null>, remove: (index: number) => void) {
  const [stop, setStop] = useState(0);
  const stops = () => [...(bar.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
  const focusAt = (index: number) => {
    const all = stops();
    const next = Math.max(0, Math.min(all.length - 1, index));
    setStop(next);
    all[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = stops().indexOf(event.target as HTMLElement);
    if (index < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: Number.MAX_SAFE_INTEGER }[
      event.key
    ];
    if (to !== undefined) focusAt(to);
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      remove(index);
      requestAnimationFrame(() => focusAt(Math.max(0, index - 1)));
    } else if (event.key === 'Escape') (event.target as HTMLElement).blur();
    else return;
    event.preventDefault();
  };
  return { stop, focusAt, onKeyDown };
}
