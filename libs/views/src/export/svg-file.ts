import { headLines } from './head.ts';
import { fileName, marked, saveFile } from './mark.ts';
import { onPaper } from './on-paper.ts';
import { svgOf } from './svg.ts';

/** Saves the marked element of a part of the page as a drawing that other programs can change. */
export async function saveSvg(part: Element | null): Promise<void> {
  const { element, name } = marked(part);
  const drawing = await onPaper(element, async () => svgOf(element, name, headLines(element)));
  const url = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }));
  saveFile(url, fileName(name, 'svg'));
  URL.revokeObjectURL(url);
}
