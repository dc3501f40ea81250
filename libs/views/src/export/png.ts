import { backgroundOf, PICTURE_SCALE, pictureOf } from './canvas.ts';
import { fileName, marked, saveFile } from './mark.ts';

/** Room around what is drawn, in pixels of the screen, so that no text touches the edge of the file. */
export const PICTURE_EDGE = 16;

/** Saves the marked element of a part of the page as a picture of twice its size. */
export async function savePng(part: Element | null): Promise<void> {
  const { element, name } = marked(part);
  saveFile(await pngOf(element), fileName(name, 'png'));
}

/** An element as the address of a picture, with room around it. */
export const pngOf = (element: HTMLElement): Promise<string> =>
  pictureOf(element, (canvas) => framed(canvas, backgroundOf(element)).toDataURL('image/png'));

function framed(picture: HTMLCanvasElement, color: string): HTMLCanvasElement {
  const edge = PICTURE_EDGE * PICTURE_SCALE;
  const whole = document.createElement('canvas');
  [whole.width, whole.height] = [picture.width + 2 * edge, picture.height + 2 * edge];
  const context = whole.getContext('2d');
  if (!context) return picture;
  context.fillStyle = color;
  context.fillRect(0, 0, whole.width, whole.height);
  context.drawImage(picture, edge, edge);
  return whole;
}
