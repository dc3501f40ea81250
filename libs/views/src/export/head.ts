import { marked } from './mark.ts';

/** The attribute of an element that can be exported: what its picture says beneath its title, a line each. */
const ABOUT_MARK = 'data-pdf-about';
/** Lines are no longer than a page of a list is wide, so that none is parted between pages. */
const MOST_WIDTH = 860;

/** Lets the files of a part of the page say something beneath their title, a line each. */
export function sayAbout(part: Element | null, words: string): void {
  marked(part).element.setAttribute(ABOUT_MARK, words);
}

/** What a file says above what is drawn: the title, then its dates, its filters and where it is from. */
export function headLines(element: HTMLElement): string[] {
  const title = element.getAttribute('data-pdf')?.trim();
  const about = element.getAttribute(ABOUT_MARK)?.split('\n') ?? [];
  return title ? [title, ...about].filter((line) => line.trim() !== '') : [];
}

/** The head of a file as an element, in the looks of the page; null for what has no title. */
export function headElement(element: HTMLElement, width: number): HTMLElement | null {
  const [title, ...lines] = headLines(element);
  if (title === undefined) return null;
  const head = document.createElement('header');
  head.style.cssText = `width:${width}px;padding:0 0 12px;background:inherit;font-size:13px;line-height:1.5`;
  const texts = [title, ...lines].map((text, at) => {
    const line = document.createElement('div');
    line.textContent = text;
    line.style.cssText = `max-width:${MOST_WIDTH}px;overflow-wrap:anywhere;color:var(${at === 0 ? '--cn-text' : '--cn-text-muted'})`;
    if (at === 0) Object.assign(line.style, { fontWeight: '600', fontSize: '18px', lineHeight: '1.4' });
    line.style.fontFamily = getComputedStyle(element).fontFamily;
    return line;
  });
  head.append(...texts);
  return head;
}

/** Does some work while the head stands where nobody sees it. */
export async function withHead<T>(
  element: HTMLElement,
  width: number,
  work: (head: HTMLElement | null) => Promise<T>,
): Promise<T> {
  const head = headElement(element, width);
  if (!head) return work(null);
  const aside = document.createElement('div');
  aside.style.cssText = 'position:fixed;left:0;top:0;visibility:hidden;pointer-events:none';
  // Its own text is seen, so that a copy of it is.
  head.style.visibility = 'visible';
  const scheme = element.getAttribute('data-mantine-color-scheme');
  if (scheme !== null) aside.setAttribute('data-mantine-color-scheme', scheme);
  aside.style.transform = 'translateX(-200vw)';
  aside.append(head);
  (element.parentElement ?? document.body).append(aside);
  try {
    return await work(head);
  } finally {
    aside.remove();
  }
}
