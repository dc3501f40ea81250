import { useEffect, useLayoutEffect, useRef } from 'react';

const MOST_OPENERS = 8;
/**
 * The elements that opened recent windows, newest first. A window may follow another whose opener is gone.
 */
let openers: readonly HTMLElement[] = [];

/**
 * The element to focus afterwards. A menu item disappears with its menu, so the menu's button replaces it.
 */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : element;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

function isLost(focus: Element | null): boolean {
  return focus === null || focus === document.body || focus.closest('[role="dialog"]') !== null;
}

/**
 * Returns the focus to the element that opened a window, even if the window is mounted open or a menu opened
 * it.
 */
export function useFocusBack(open: boolean): void {
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!open) return;
    before.current = openerOf(document.activeElement);
    if (before.current) openers = [before.current, ...openers].slice(0, MOST_OPENERS);
  }, [open]);
  useEffect(() => {
    if (!open) return undefined;
    return () => {
      if (!isLost(document.activeElement)) return;
      const opener = [before.current, ...openers].find((each) => each?.isConnected);
      opener?.focus({ preventScroll: true });
    };
  }, [open]);
}
