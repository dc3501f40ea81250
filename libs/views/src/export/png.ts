import { toPng } from 'html-to-image';
import { fileName, marked, saveFile } from './mark.ts';
import { backgroundOf } from './pdf.ts';

/** Saves the marked element of a part of the page as a picture of twice its size. */
export async function savePng(part: Element | null): Promise<void> {
  const { element, name } = marked(part);
  const picture = await toPng(element, { pixelRatio: 2, backgroundColor: backgroundOf(element) });
  saveFile(picture, fileName(name, 'png'));
}
