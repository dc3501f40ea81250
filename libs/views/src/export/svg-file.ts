import { fileName, marked, saveFile } from './mark.ts';
import { svgOf } from './svg.ts';

/** Saves the marked element of a part of the page as a drawing that other programs can change. */
export function saveSvg(part: Element | null): void {
  const { element, name } = marked(part);
  const url = URL.createObjectURL(new Blob([svgOf(element, name)], { type: 'image/svg+xml' }));
  saveFile(url, fileName(name, 'svg'));
  URL.revokeObjectURL(url);
}
