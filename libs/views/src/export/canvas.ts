import { toCanvas } from 'html-to-image';
import { fontSheet } from './fonts.ts';
import { showsElsewhere } from './foreign.ts';
import { onPaper } from './on-paper.ts';

/** How many pixels of a picture stand for one of the screen (W§9). */
export const PICTURE_SCALE = 2;
/** The largest side of a canvas that every browser draws. */
const MOST_PIXELS = 16_000;

/** What is shown on pointing only, or not for paper. */
const UNPRINTED = '[data-tip], [data-no-export]';

/** An element as it would be on paper: a picture of it twice as fine as it is large, and the parts that are cut. */
export async function pictureOf<T>(
  element: HTMLElement,
  use: (canvas: HTMLCanvasElement, box: DOMRect, cut: readonly HTMLElement[]) => T | Promise<T>,
  width?: number,
): Promise<T> {
  const fontEmbedCSS = await fontSheet();
  return onPaper(
    element,
    async (cut) => {
      const box = element.getBoundingClientRect();
      const canvas = await toCanvas(element, {
        pixelRatio: Math.min(PICTURE_SCALE, MOST_PIXELS / Math.max(box.width, box.height)),
        backgroundColor: backgroundOf(element),
        includeStyleProperties: standardProperties(),
        fontEmbedCSS,
        filter: (node) => !(node instanceof Element && (node.matches(UNPRINTED) || showsElsewhere(node))),
      });
      return use(canvas, box, cut);
    },
    width,
  );
}

/** Computed styles have resolved the hundreds of custom properties, which a copy of each element need not carry. */
const standardProperties = () =>
  [...getComputedStyle(document.documentElement)].filter((name) => !name.startsWith('--'));

/** The background that an element stands on. */
export function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)' && backgroundColor !== 'transparent') return backgroundColor;
  }
  return 'white';
}
