/** The properties that decide how a shape or a text looks. */
export const LOOK = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
] as const;

/** Until everything is drawn, but no longer. */
const MOST_WAIT_MS = 15_000;
const BETWEEN_MS = 60;
/** What is shown while something is read. */
const LOADING = '[data-skeleton], [aria-busy=true]';

/** How an element lies on paper. */
export interface Paper {
  /** In pixels, where texts flow as wide as a page. */
  readonly width?: number | undefined;
  /** The colours of the light theme, since paper is white. */
  readonly isWhite?: boolean;
}

/**
 * Does some work while an element stands as it would on paper: everything in it is drawn, nothing scrolls out of sight
 * where it may grow, and its drawings carry their looks in themselves, because a copy has no style sheet. The work is
 * told which of several parts are cut.
 */
export async function onPaper<T>(
  element: HTMLElement,
  work: (cut: readonly HTMLElement[]) => Promise<T>,
  { width, isWhite = false }: Paper = {},
): Promise<T> {
  // Parts that wait until they are seen draw now, as they do for a printer.
  dispatchEvent(new Event('beforeprint'));
  const undo: (() => void)[] = [];
  try {
    undo.push(...withoutPointer(element));
    if (isWhite) undo.push(...inLight(element));
    if (width !== undefined) undo.push(style(element, { width: `${width}px`, 'max-width': 'none' }));
    letGo(element);
    await drawn(element);
    if (grow(element, undo)) await drawn(element);
    const cut = cutParts(element);
    hideScrollbars(element, undo);
    dress(element, undo);
    writeForXml(element, undo);
    return await work(cut);
  } finally {
    for (const each of undo.toReversed()) each();
    dispatchEvent(new Event('afterprint'));
  }
}

/** What marks the edge of a list beyond which it goes on, which fades there. */
const FADES = ['data-more-left', 'data-more-right'];

/** Takes away what pointing and scrolling show: a cover is pointed at, and no edge fades. */
function withoutPointer(element: HTMLElement): (() => void)[] {
  const cover = document.body.appendChild(document.createElement('div'));
  cover.style.cssText = 'position:fixed;inset:0;z-index:2147483647';
  const faded = FADES.flatMap((name) =>
    [...element.querySelectorAll(`[${name}]`)].map((each) => ({
      each,
      name,
      value: each.getAttribute(name) ?? '',
    })),
  );
  for (const { each, name } of faded) each.removeAttribute(name);
  element.setAttribute('data-on-paper', '');
  return [
    () => cover.remove(),
    () => element.removeAttribute('data-on-paper'),
    ...faded.map(
      ({ each, name, value }) =>
        () =>
          each.setAttribute(name, value),
    ),
  ];
}

/** Lets go what is pointed at, which a browser does only when the pointer moves or its element is not drawn. */
function letGo(element: HTMLElement): void {
  if (!element.matches(':hover')) return;
  const undo = style(element, { display: 'none' });
  element.getBoundingClientRect();
  undo();
  // Looks that fade back are there at once.
  for (const each of element.getAnimations({ subtree: true }))
    if (each instanceof CSSTransition) each.finish();
}

const SCHEME = 'data-mantine-color-scheme';

/** Draws an element in the light theme. */
function inLight(element: HTMLElement): (() => void)[] {
  element.setAttribute(SCHEME, 'light');
  return [
    () => element.removeAttribute(SCHEME),
    style(element, { background: 'var(--cn-surface)', color: 'var(--cn-text)' }),
  ];
}

const rest = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

/** Waits until nothing in an element is loading any more, twice in a row. */
async function drawn(element: Element): Promise<void> {
  const end = performance.now() + MOST_WAIT_MS;
  let isStill = false;
  do {
    isStill = element.querySelector(LOADING) === null;
    await rest(BETWEEN_MS);
  } while (performance.now() < end && !(isStill && element.querySelector(LOADING) === null));
}

/** Sets properties of an element's own style until they are undone. */
function style(element: HTMLElement | SVGElement, values: Readonly<Record<string, string>>): () => void {
  const before = element.getAttribute('style');
  for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value);
  return () => (before === null ? element.removeAttribute('style') : element.setAttribute('style', before));
}

const isScroller = (element: Element): boolean =>
  /auto|scroll/.test(getComputedStyle(element).overflow) && element.clientHeight > 0;
const scrollersOf = (element: HTMLElement) =>
  [element, ...element.querySelectorAll<HTMLElement>('*')].filter(isScroller);

const isCut = (each: Element) =>
  each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1;

/** A single table or chart grows until nothing of it is scrolled away. A board's cards keep their sizes. */
function grow(element: HTMLElement, undo: (() => void)[]): boolean {
  const [scroller, ...others] = scrollersOf(element).filter(isCut);
  if (!scroller || others.length > 0 || documentParts(element).length > 0) return false;
  const height = element.offsetHeight + scroller.scrollHeight - scroller.clientHeight;
  const width = element.offsetWidth + scroller.scrollWidth - scroller.clientWidth;
  undo.push(
    style(element, {
      flex: 'none',
      height: `${height}px`,
      width: `${width}px`,
      'max-height': 'none',
      'max-width': 'none',
    }),
  );
  return true;
}

/** The parts of a document, such as the cards of a board. */
export const documentParts = (element: Element): HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>('article:has([data-pdf])'),
];

/** The parts of which something is scrolled away. */
function cutParts(element: HTMLElement): HTMLElement[] {
  return documentParts(element).filter((part) => scrollersOf(part).some(isCut));
}

function hideScrollbars(element: HTMLElement, undo: (() => void)[]): void {
  for (const each of scrollersOf(element)) undo.push(style(each, { overflow: 'hidden' }));
}

/** Writes how the parts of drawings look into themselves. All looks are read before the first is written. */
function dress(element: HTMLElement, undo: (() => void)[]): void {
  const parts = [...element.querySelectorAll<SVGElement>('svg *')].map((part) => {
    const computed = getComputedStyle(part);
    const values = Object.fromEntries(LOOK.map((name) => [name, computed.getPropertyValue(name)]));
    return { part, values };
  });
  for (const { part, values } of parts) undo.push(style(part, values));
}

/** The characters that XML, of which a picture is made, does not take. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Takes such characters out of texts and attributes: names may hold any, and so do ids. */
function writeForXml(element: HTMLElement, undo: (() => void)[]): void {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Node[] = [element, ...element.querySelectorAll('*')].flatMap((each) =>
    each instanceof Element ? [...each.attributes] : [],
  );
  while (texts.nextNode()) nodes.push(texts.currentNode);
  for (const node of nodes) {
    const before = node.nodeValue ?? '';
    const after = before.replaceAll(NOT_XML, ' ');
    if (after === before) continue;
    node.nodeValue = after;
    undo.push(() => {
      node.nodeValue = before;
    });
  }
}
