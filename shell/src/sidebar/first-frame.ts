import { STONES } from '../mark-shapes.ts';
import { isKeptCollapsed } from './kept-collapse.ts';
import styles from './first-frame.module.css';

const SVG = 'http://www.w3.org/2000/svg';

/** Addresses outside of any org; `/` and `/orgs` too have no sidebar. */
const OUTSIDE: ReadonlySet<string> = new Set(['', 'orgs', 'onboarding', 'sign-in']);

function mark(): SVGElement {
  const stones = STONES.map((stone) => {
    const ellipse = document.createElementNS(SVG, 'ellipse');
    for (const [name, value] of Object.entries(stone)) ellipse.setAttribute(name, String(value));
    return ellipse;
  });
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.append(...stones);
  return svg;
}

/**
 * Draws the empty sidebar with the logo where both will stand, before the scripts of the page are there. The page
 * leaves room for it until {@link removeFirstFrame}.
 */
export function drawFirstFrame(path: string): void {
  const orgId = path.split('/')[1] ?? '';
  if (OUTSIDE.has(orgId)) return;
  const frame = document.createElement('div');
  frame.className = styles['frame'] ?? '';
  frame.dataset['firstFrame'] = '';
  frame.setAttribute('aria-hidden', 'true');
  if (isKeptCollapsed(orgId)) frame.dataset['collapsed'] = '';
  frame.append(mark());
  document.body.prepend(frame);
}

/** Leaves the place to what is drawn there now. */
export function removeFirstFrame(): void {
  document.querySelector('[data-first-frame]')?.remove();
}
