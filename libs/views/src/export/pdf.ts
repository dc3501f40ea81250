import { jsPDF } from 'jspdf';
import { pictureOf } from './canvas.ts';
import { fileName, marked } from './mark.ts';
import { documentParts } from './on-paper.ts';
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
 * scrolled away, or whose list is too small to be read, follow whole on pages of their own.
 */
export async function pdfOf(element: HTMLElement, page: PdfPage): Promise<jsPDF> {
  const file = new jsPDF({ orientation: page.orientation, unit: 'in', format: PDF_PAPER });
  const unread = await addPages(file, element, page);
  for (const part of unread) {
    file.addPage('letter', page.orientation);
    await addPages(file, part, page);
  }
  return file;
}

/** The least size of a text of a list on paper, in points; an inch has 72. */
const LEAST_POINTS = 9;
const LISTS = '[role=grid], [role=table], [role=treegrid], table';
const HEADERS = '[role=columnheader], th';

/** The most pixels of an inch at which the texts of a list can be read; no limit for anything else. */
function mostOfInch(element: Element): number {
  const list = element.matches(LISTS) ? element : element.querySelector(LISTS);
  return list ? (parseFloat(getComputedStyle(list).fontSize) * 72) / LEAST_POINTS : Infinity;
}

/** Where the pages of a list end from its left: between columns. What is empty beside the last has no page. */
function columnBreaks(element: Element, { left, width }: DOMRect, page: number): number[] {
  const columns = [...element.querySelectorAll(HEADERS)].map((each) => each.getBoundingClientRect());
  const last = Math.max(...columns.map(({ right }) => right - left));
  return pageBreaks(
    columns.length === 0 ? width : Math.min(width, Math.max(last, page)),
    page,
    columns.map((column) => ({ top: column.left - left, bottom: column.right - left })),
  );
}

/** Draws an element from the last page of a file on; returns its parts that cannot be read there. */
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
      const whole = Math.max(box.width / room.width, hasBlocks(element) ? INCH : box.height / room.height);
      const parts = documentParts(element);
      // A document is as wide as its page; what is too small in it follows by itself.
      const inch = parts.length > 0 ? whole : Math.min(whole, mostOfInch(element));
      const downs = pageBreaks(box.height, room.height * inch, blocksOf(element, box));
      const acrosses = columnBreaks(element, box, room.width * inch);
      const pages = downs.flatMap((end, row) =>
        acrosses.map((right, column) => ({
          area: { top: downs[row - 1] ?? 0, bottom: end, left: acrosses[column - 1] ?? 0, right },
          isFirst: row + column === 0,
        })),
      );
      for (const { area, isFirst } of pages) {
        if (!isFirst) file.addPage('letter', orientation);
        const { left, right, top, bottom } = area;
        const image = sliceOf(canvas, box, area);
        file.addImage(image, 'JPEG', margin, margin, (right - left) / inch, (bottom - top) / inch);
        addLinks(file, element, { box, area, inch, margin });
      }
      return parts.filter((part) => cut.includes(part) || inch > mostOfInch(part));
    },
    { isWhite: true, ...(isFlowing && { width: room.width * INCH, isBare: true }) },
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

/** The part of a picture that is on one page, in pixels of the screen from its corner. */
interface PageArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** An area of a canvas that shows a box. */
function sliceOf(canvas: HTMLCanvasElement, box: DOMRect, { left, right, top, bottom }: PageArea): string {
  const slice = document.createElement('canvas');
  const [x, y] = [canvas.width / box.width, canvas.height / box.height];
  const [from, to, start, end] = [left * x, right * x, top * y, bottom * y].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  slice.width = Math.max(1, to - from);
  slice.height = Math.max(1, end - start);
  const context = slice.getContext('2d');
  context?.drawImage(canvas, from, start, slice.width, slice.height, 0, 0, slice.width, slice.height);
  return slice.toDataURL('image/jpeg', PDF_QUALITY);
}

interface PagePart {
  readonly box: DOMRect;
  readonly area: PageArea;
  readonly inch: number;
  readonly margin: number;
}

/** Makes the links of a page work in the file too. */
function addLinks(file: jsPDF, element: Element, { box, area, inch, margin }: PagePart): void {
  for (const link of element.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const { left, top, width, height } = link.getBoundingClientRect();
    const [x, y] = [left - box.left, top - box.top];
    if (y < area.top || y >= area.bottom || x < area.left || x >= area.right) continue;
    const [across, down] = [margin + (x - area.left) / inch, margin + (y - area.top) / inch];
    file.link(across, down, width / inch, height / inch, { url: link.href });
  }
}
