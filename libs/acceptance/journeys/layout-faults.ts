import type { Page } from 'playwright/test';

/** Controls that a person cannot reach on the page as it is drawn now, one line each. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const SLACK = 1.5;
    const found: string[] = [];
    const say = (text: string) => void (found.includes(text) || found.push(text));
    const named = (element: Element) => {
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      const tag = element.tagName.toLowerCase();
      return `${tag} “${name.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`;
    };
    const whole: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const meet = (one: Box, other: Box): Box => ({
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    });
    const empty = ({ left, top, right, bottom }: Box) => right - left < 2 || bottom - top < 2;

    /** The part of an element that its ancestors leave to be seen, and whether scrolling brings more of it. */
    function seen(element: Element): { box: Box; scrolls: { x: boolean; y: boolean } } {
      let box: Box = element.getBoundingClientRect();
      const scrolls = { x: false, y: false };
      let fixed = getComputedStyle(element).position === 'fixed';
      for (let up = element.parentElement; up && !fixed; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
          box = meet(box, up.getBoundingClientRect());
          if (/auto|scroll/.test(style.overflowX)) scrolls.x = true;
          if (/auto|scroll/.test(style.overflowY)) scrolls.y = true;
        }
        fixed = style.position === 'fixed';
      }
      return { box: meet(box, whole), scrolls };
    }

    const root = document.documentElement;
    if (root.scrollHeight > innerHeight + SLACK) say(`the whole page scrolls down to ${root.scrollHeight}`);

    // A modal part covers the page on purpose.
    const modal = [...document.querySelectorAll('[aria-modal="true"]')].findLast((part) =>
      part.checkVisibility(),
    );
    const controls = (modal ?? document).querySelectorAll(
      'a[href], button, input, select, textarea, [role="button"], [role="tab"], [role="menuitem"]',
    );
    for (const control of controls) {
      const rect = control.getBoundingClientRect();
      // Controls for screen readers alone, and those of closed parts.
      if (rect.width <= 2 || rect.height <= 2 || !control.checkVisibility({ visibilityProperty: true }))
        continue;
      if (Number(getComputedStyle(control).opacity) === 0 || control.closest('[inert], svg')) continue;
      // It waits above the window until it has the focus.
      if (rect.bottom < 0 && control.getAttribute('href')?.startsWith('#')) continue;
      const { box, scrolls } = seen(control);
      const lostX = box.left > rect.left + 4 || box.right < rect.right - 4;
      const lostY = box.top > rect.top + 4 || box.bottom < rect.bottom - 4;
      if (lostX && !scrolls.x) say(`${named(control)} is cut at the side`);
      if (lostY && !scrolls.y) say(`${named(control)} is cut at the top or bottom`);
      if (empty(box) || lostX || lostY) continue;
      const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      const reached =
        !top || control.contains(top) || top.contains(control) || top.closest('label')?.contains(control);
      if (!reached) say(`${named(control)} lies beneath ${named(top)}`);
    }
    return found;
  });
}
