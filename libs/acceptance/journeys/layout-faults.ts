import type { Page } from 'playwright/test';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface ControlOnPage {
  readonly name: string;
  readonly whole: Box;
  /** The part that ancestors and window leave to be seen. */
  readonly seen: Box;
  /** An ancestor scrolls to the rest. */
  readonly scrolls: { readonly x: boolean; readonly y: boolean };
  /** What receives a click in the middle of it, where that is another part of the page. */
  readonly beneath: string | null;
}

/** Reads the boxes of all visible controls; of those of the topmost modal part where one is open. */
function readControls(): ControlOnPage[] {
  const nameOf = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `${element.tagName.toLowerCase()} “${name.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`;
  };
  const meet = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const seenOf = (element: Element): Pick<ControlOnPage, 'seen' | 'scrolls'> => {
    let seen: Box = element.getBoundingClientRect();
    const scrolls = { x: false, y: false };
    let fixed = getComputedStyle(element).position === 'fixed';
    for (let up = element.parentElement; up && !fixed; up = up.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(up);
      if (overflowX !== 'visible' || overflowY !== 'visible') seen = meet(seen, up.getBoundingClientRect());
      if (/auto|scroll/.test(overflowX)) scrolls.x = true;
      if (/auto|scroll/.test(overflowY)) scrolls.y = true;
      fixed = position === 'fixed';
    }
    return { seen: meet(seen, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }), scrolls };
  };
  /** Whether the element comes out from under a part that keeps its place while both are scrolled. */
  const scrollsFree = (element: Element, hit: Element): boolean => {
    let keepsPlace = false;
    for (let up: Element | null = hit; up; up = up.parentElement) {
      keepsPlace ||= getComputedStyle(up).position === 'sticky';
      if (!keepsPlace || !up.contains(element)) continue;
      const { overflowX, overflowY } = getComputedStyle(up);
      if (up.scrollWidth > up.clientWidth + 1 && /auto|scroll/.test(overflowX)) return true;
      if (up.scrollHeight > up.clientHeight + 1 && /auto|scroll/.test(overflowY)) return true;
    }
    return false;
  };
  const beneath = (element: Element, { left, top, right, bottom }: Box): string | null => {
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const own = !hit || element.contains(hit) || hit.contains(element) || scrollsFree(element, hit);
    return own || hit.closest('label')?.contains(element) ? null : nameOf(hit);
  };
  const modal = [...document.querySelectorAll('[aria-modal="true"]')].findLast((part) =>
    part.checkVisibility(),
  );
  const controls = (modal ?? document).querySelectorAll(
    'a[href], button, input, select, textarea, [role="button"], [role="tab"], [role="menuitem"]',
  );
  return [...controls].flatMap((element) => {
    const whole = element.getBoundingClientRect();
    const shown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    // Controls for screen readers alone, and those that a picture keeps for the keyboard.
    if (!shown || whole.width <= 2 || whole.height <= 2 || element.closest('[inert], svg')) return [];
    // It waits above the window until it has the focus.
    if (whole.bottom < 0 && element.getAttribute('href')?.startsWith('#')) return [];
    const { left, top, right, bottom } = whole;
    const { seen, scrolls } = seenOf(element);
    const name = nameOf(element);
    return [{ name, whole: { left, top, right, bottom }, seen, scrolls, beneath: beneath(element, seen) }];
  });
}

const SLACK = 4;

function faultOf({ name, whole, seen, scrolls, beneath }: ControlOnPage): string | null {
  const lostX = seen.left > whole.left + SLACK || seen.right < whole.right - SLACK;
  const lostY = seen.top > whole.top + SLACK || seen.bottom < whole.bottom - SLACK;
  if (lostX && !scrolls.x) return `${name} is cut at the side`;
  if (lostY && !scrolls.y) return `${name} is cut at the top or bottom`;
  return beneath !== null && !lostX && !lostY ? `${name} lies beneath ${beneath}` : null;
}

/** Controls that a person cannot reach on the page as it is drawn now, one line each. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  const faults = (await page.evaluate(readControls)).map(faultOf).filter((fault) => fault !== null);
  return [...(height > 1 ? [`the window scrolls down by ${height} px`] : []), ...new Set(faults)];
}
