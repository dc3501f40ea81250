import { pictureOf } from './canvas.ts';
import { fileName, marked, saveFile } from './mark.ts';

/** Saves the marked element of a part of the page as a picture of twice its size. */
export async function savePng(part: Element | null): Promise<void> {
  const { element, name } = marked(part);
  saveFile(await pngOf(element), fileName(name, 'png'));
}

/** An element as the address of a picture. */
export const pngOf = (element: HTMLElement): Promise<string> =>
  pictureOf(element, (canvas) => canvas.toDataURL('image/png'));
