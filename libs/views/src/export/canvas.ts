import { toCanvas } from 'html-to-image';
import { fontSheet } from './fonts.ts';
import { showsElsewhere } from './foreign.ts';
import { headLines, withHead } from './head.ts';
import { onPaper, type Paper } from './on-paper.ts';

/** How many pixels of a picture stand for one of the screen (W§9). */
export const PICTURE_SCALE = 2;
/** The largest side of a canvas that every browser draws. */
const MOST_PIXELS = 16_000;

/** What is shown on pointing only, or not for paper. */
const UNPRINTED = '[data-tip], [data-no-export]';

interface Picture extends Paper {
  /** Nothing is said above it, since it says it itself. */
  readonly isBare?: boolean;
}

/**
 * An element as it would be on paper: a picture of it twice as fine as it is large, beneath its title, and the parts
 * that are cut. The box is that of the whole picture.
 */
export async function pictureOf<T>(
  element: HTMLElement,
  use: (canvas: HTMLCanvasElement, box: DOMRect, cut: readonly HTMLElement[]) => T | Promise<T>,
  { isBare = false, ...paper }: Picture = {},
): Promise<T> {
  const fontEmbedCSS = await fontSheet();
  return onPaper(
    element,
    async (cut) => {
      const box = element.getBoundingClientRect();
      const draw = async (head: HTMLElement | null) => {
        const above = head?.getBoundingClientRect().height ?? 0;
        const options = {
          pixelRatio: Math.min(PICTURE_SCALE, MOST_PIXELS / Math.max(box.width, box.height + above)),
          backgroundColor: backgroundOf(element),
          includeStyleProperties: standardProperties(),
          fontEmbedCSS,
          filter: (node: Node) =>
            !(node instanceof Element && (node.matches(UNPRINTED) || showsElsewhere(node))),
        };
        const canvas = await toCanvas(element, options);
        if (!head) return canvas;
        return beneath(await toCanvas(head, options), canvas, options.backgroundColor);
      };
      if (isBare || headLines(element).length === 0) return use(await draw(null), box, cut);
      const whole = await withHead(element, box.width, draw);
      const height = (whole.height * box.width) / whole.width;
      const around = new DOMRect(box.x, box.bottom - height, box.width, height);
      return use(whole, around, cut);
    },
    paper,
  );
}

/** A picture beneath its head. */
function beneath(head: HTMLCanvasElement, picture: HTMLCanvasElement, color: string): HTMLCanvasElement {
  const whole = document.createElement('canvas');
  [whole.width, whole.height] = [picture.width, head.height + picture.height];
  const context = whole.getContext('2d');
  if (!context) return picture;
  context.fillStyle = color;
  context.fillRect(0, 0, whole.width, whole.height);
  context.drawImage(head, 0, 0);
  context.drawImage(picture, 0, head.height);
  return whole;
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
