import { backgroundOf } from './canvas.ts';
import { svgOf } from './svg.ts';

/** The size in pixels and the quality of a thumbnail (W§9). */
export const THUMBNAIL = { width: 320, height: 180, quality: 0.25 } as const;
const { width: WIDTH, height: HEIGHT, quality: QUALITY } = THUMBNAIL;

/**
 * The upper part of what is drawn, as a small JPEG in a data address; null where it cannot be drawn. Its drawing
 * holds shapes and texts only, so no picture of another site is in it.
 */
export async function thumbnailOf(element: HTMLElement): Promise<string | null> {
  const { width } = element.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (width === 0 || !context) return null;
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(element, ''))}`;
  await image.decode();
  const scale = WIDTH / image.naturalWidth;
  // A JPEG has no transparent ground, which shows where the drawing is low.
  context.fillStyle = backgroundOf(element);
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.drawImage(image, 0, 0, WIDTH, image.naturalHeight * scale);
  return canvas.toDataURL('image/jpeg', QUALITY);
}
