/** The attribute of an element that can be exported; its value names the file. */
const PDF_MARK = 'data-pdf';

interface Marked {
  readonly element: HTMLElement;
  readonly name: string;
}

/** The marked element that a part of the page is or holds, else the one around it. Throws where there is none (X§8). */
export function marked(part: Element | null): Marked {
  const own = part?.matches(`[${PDF_MARK}]`) ? part : part?.querySelector(`[${PDF_MARK}]`);
  const element = own ?? part?.closest(`[${PDF_MARK}]`);
  if (!(element instanceof HTMLElement)) throw new Error('element with the PDF-download marker not found');
  const name = element.getAttribute(PDF_MARK)?.trim() ?? '';
  if (name === '') throw new Error('PDF-download attribute value is empty');
  return { element, name };
}

/** A name that every file system takes. */
export const fileName = (name: string, ending: string): string =>
  `${
    name
      .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 120) || 'export'
  }.${ending}`;

/** Saves a file in the browser. */
export function saveFile(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
