import { jsPDF } from 'jspdf';
import { pictureOf } from './canvas.ts';
import { fileName, marked } from './mark.ts';
import { pageBreaks, type Block } from './page-breaks.ts';

/** A page of letter size (X§9). */
interface PdfPage {
  readonly orientation: 'landscape' | 'portrait';
  /** In inches. */
  readonly margin: number;
  /** Texts flow as wide as the page. */
  readonly isFlowing?: true;
}

/** Charts, tables and boards (X§9). */
const PAGE_OF_PICTURES: PdfPage = { orientation: 'landscape', margin: 1 };
/** Texts (W§9). */
export const PAGE_OF_TEXT: PdfPage = { orientation: 'portrait', margin: 0.5, isFlowing: true };

/** The paper of a PDF (W§9). */
export const PDF_PAPER = 'letter';
/** The quality of pictures in a PDF (W§9). */
export const PDF_QUALITY = 0.98;
/** The pixels of an inch. */
const INCH = 96;
/** Parts that should not be cut by the end of a page. */
const BLOCKS = 'p, h1, h2, h3, h4, li, tr, pre, blockquote, figure, article, [role=row], [data-pdf-keep]';
/** Texts that may be longer than a page, which are parted between their lines. */
const TEXTS = 'p, li, pre, blockquote';

/** Saves the marked element of a part of the page as a PDF of that name. */
export async function savePdf(part: Element | null, page: PdfPage = PAGE_OF_PICTURES): Promise<void> {
  const { element, name } = marked(part);
  const file = await pdfOf(element, page);
  file.save(fileName(name, 'pdf'));
}

/**
 * An element as a PDF: as wide as a page, as many pages as it is high, its links kept. Cards of which something is
 * scrolled away follow whole on pages of their own.
 */
export async function pdfOf(element: HTMLElement, page: PdfPage): Promise<jsPDF> {
  const file = new jsPDF({ orientation: page.orientation, unit: 'in', format: PDF_PAPER });
  const cut = await addPages(file, element, page);
  for (const part of cut) {
    file.addPage('letter', page.orientation);
    await addPages(file, part, page);
  }
  return file;
}

/** Draws an element from the last page of a file on; returns its parts that are cut. */
async function addPages(
  file: jsPDF,
  element: HTMLElement,
  { orientation, margin, isFlowing }: PdfPage,
): Promise<readonly HTMLElement[]> {
  const room = {
    width: file.internal.pageSize.getWidth() - 2 * margin,
    height: file.internal.pageSize.getHeight() - 2 * margin,
  };
  return pictureOf(
    element,
    (canvas, box, cut) => {
      // A picture that is no higher than a page stays on one, whatever its width. Texts are no larger than on screen.
      const inch = Math.max(box.width / room.width, hasBlocks(element) ? INCH : box.height / room.height);
      const ends = pageBreaks(box.height, room.height * inch, blocksOf(element, box));
      ends.forEach((end, at) => {
        if (at > 0) file.addPage('letter', orientation);
        const start = ends[at - 1] ?? 0;
        const image = sliceOf(canvas, start / box.height, end / box.height);
        file.addImage(image, 'JPEG', margin, margin, box.width / inch, (end - start) / inch);
        addLinks(file, element, { box, start, end, inch, margin });
      });
      return cut;
    },
    isFlowing ? room.width * INCH : undefined,
  );
}

const hasBlocks = (element: Element) => element.querySelector(BLOCKS) !== null;

function blocksOf(element: Element, around: DOMRect): Block[] {
  const blocks = [...element.querySelectorAll(BLOCKS)].map((each) => each.getBoundingClientRect());
  const lines = [...element.querySelectorAll(TEXTS)].flatMap((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return [...range.getClientRects()];
  });
  return [...blocks, ...lines].map(({ top, bottom }) => ({
    top: top - around.top,
    bottom: bottom - around.top,
  }));
}

/** A part of a canvas between two shares of its height. */
function sliceOf(canvas: HTMLCanvasElement, from: number, to: number): string {
  const slice = document.createElement('canvas');
  const [top, bottom] = [Math.round(from * canvas.height), Math.round(to * canvas.height)];
  slice.width = canvas.width;
  slice.height = Math.max(1, bottom - top);
  const context = slice.getContext('2d');
  context?.drawImage(canvas, 0, top, canvas.width, slice.height, 0, 0, canvas.width, slice.height);
  return slice.toDataURL('image/jpeg', PDF_QUALITY);
}

interface PagePart {
  readonly box: DOMRect;
  readonly start: number;
  readonly end: number;
  readonly inch: number;
  readonly margin: number;
}

/** Makes the links of a page work in the file too. */
function addLinks(file: jsPDF, element: Element, { box, start, end, inch, margin }: PagePart): void {
  for (const link of element.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const { left, top, width, height } = link.getBoundingClientRect();
    const y = top - box.top;
    if (y < start || y >= end) continue;
    const [x, down] = [margin + (left - box.left) / inch, margin + (y - start) / inch];
    file.link(x, down, width / inch, height / inch, { url: link.href });
  }
}
