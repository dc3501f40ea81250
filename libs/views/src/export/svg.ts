import { backgroundOf } from './canvas.ts';
import { LOOK } from './on-paper.ts';

const SVG = 'http://www.w3.org/2000/svg';
const COLORS = new Set<string>(['fill', 'stroke']);
const FONT = 'Inter, system-ui, sans-serif';

/** An element as a drawing of its own: the pictures inside it, and its texts and colour patches beside them. */
export function svgOf(element: HTMLElement, title: string, head: readonly string[] = []): string {
  const own = element.getBoundingClientRect();
  const above = head.length === 0 ? 0 : HEAD_LINE * (head.length + 1);
  const box = new DOMRect(own.x, own.y - above, own.width, own.height + above);
  const root = document.createElementNS(SVG, 'svg');
  set(root, { xmlns: SVG, width: box.width, height: box.height, viewBox: `0 0 ${box.width} ${box.height}` });
  set(root, { 'font-family': FONT });
  const name = root.appendChild(document.createElementNS(SVG, 'title'));
  name.textContent = title;
  const toRgb = colorReader();
  const paper = root.appendChild(document.createElementNS(SVG, 'rect'));
  set(paper, { width: box.width, height: box.height, fill: toRgb(backgroundOf(element)) });
  head.forEach((line, at) => addHeadLine(line, at, root, toRgb(getComputedStyle(element).color)));
  addParts(element, root, box, toRgb);
  return new XMLSerializer().serializeToString(root);
}

/** The height of a line above a drawing. */
const HEAD_LINE = 20;

/** Writes a line above the drawing: the title, or what is said of it. */
function addHeadLine(line: string, at: number, root: SVGElement, fill: string): void {
  const text = root.appendChild(document.createElementNS(SVG, 'text'));
  const isTitle = at === 0;
  set(text, { x: 0, y: HEAD_LINE * (at + 0.8), fill, 'font-size': isTitle ? 16 : 12 });
  set(text, { 'font-weight': isTitle ? 600 : 400, ...(isTitle ? {} : { 'fill-opacity': 0.75 }) });
  text.textContent = line;
}

type ToRgb = (color: string) => string;

const set = (element: Element, attributes: Readonly<Record<string, string | number>>) => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
};

/** Writes any colour of the browser as rgb, which every program reads. */
function colorReader(): ToRgb {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1, 1];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const known = new Map<string, string>();
  const read = (color: string) => {
    if (!context || color === 'none' || color.startsWith('url')) return color;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    return alpha === 0 ? 'none' : `rgba(${red},${green},${blue},${Number((alpha / 255).toFixed(3))})`;
  };
  return (color) => {
    const found = known.get(color) ?? read(color);
    known.set(color, found);
    return found;
  };
}

/** Adds pictures, texts and patches in the order in which they lie on each other. */
function addParts(element: Element, root: SVGElement, box: DOMRect, toRgb: ToRgb): void {
  for (const node of element.childNodes) {
    if (node instanceof Text) addText(node, root, box, toRgb);
    if (!(node instanceof Element) || isHidden(node)) continue;
    if (node instanceof SVGSVGElement) addPicture(node, root, box, toRgb);
    else {
      addPatch(node, root, box, toRgb);
      addParts(node, root, box, toRgb);
    }
  }
}

function isHidden(element: Element): boolean {
  const { visibility, display, opacity } = getComputedStyle(element);
  const isTip = element.matches('[data-tip], [data-no-export]');
  return isTip || visibility === 'hidden' || display === 'none' || opacity === '0';
}

function addPicture(picture: SVGSVGElement, root: SVGElement, around: DOMRect, toRgb: ToRgb): void {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const originals = [picture, ...picture.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((each, at) => {
    const original = originals[at];
    if (original) dress(each, original, toRgb);
  });
  const { left, top, width, height } = picture.getBoundingClientRect();
  set(copy, { x: left - around.left, y: top - around.top, width, height, overflow: 'visible' });
  root.append(copy);
}

/** Writes how an element looks into the element itself, since the file has no style sheet. */
function dress(copy: Element, original: Element, toRgb: ToRgb): void {
  const style = getComputedStyle(original);
  for (const name of LOOK) {
    const value = style.getPropertyValue(name);
    if (value !== '') copy.setAttribute(name, COLORS.has(name) ? toRgb(value) : value);
  }
  for (const name of ['class', 'style', 'tabindex', 'role', 'data-mark', 'data-column'])
    copy.removeAttribute(name);
}

/** A colour patch such as that of a legend. */
function addPatch(element: Element, root: SVGElement, around: DOMRect, toRgb: ToRgb): void {
  const fill = toRgb(getComputedStyle(element).backgroundColor);
  const { left, top, width, height } = element.getBoundingClientRect();
  if (fill === 'none' || width === 0 || height === 0) return;
  const patch = root.appendChild(document.createElementNS(SVG, 'rect'));
  set(patch, { x: left - around.left, y: top - around.top, width, height, fill, rx: 2 });
}

/** A text as its cell shows it, which cuts what it has no room for. */
function fitting(text: string, width: number, room: number): string {
  if (width <= room + 1) return text;
  return `${text.slice(0, Math.max(1, Math.floor((text.length * room) / width) - 1))}…`;
}

function addText(node: Text, root: SVGElement, around: DOMRect, toRgb: ToRgb): void {
  const parent = node.parentElement;
  if (!parent || node.data.trim() === '') return;
  const range = document.createRange();
  range.selectNodeContents(node);
  const { left, top, width, height } = range.getBoundingClientRect();
  if (height === 0) return;
  const style = getComputedStyle(parent);
  const text = root.appendChild(document.createElementNS(SVG, 'text'));
  set(text, {
    x: left - around.left,
    y: top - around.top + height / 2,
    'dominant-baseline': 'central',
    'font-size': style.fontSize,
    'font-weight': style.fontWeight,
    fill: toRgb(style.color),
  });
  text.textContent = fitting(
    node.data.trim(),
    width,
    style.overflow === 'hidden' ? parent.clientWidth : width,
  );
}
