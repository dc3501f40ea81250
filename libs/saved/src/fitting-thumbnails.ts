import { savedSearchClient } from '@cairn/client';
import type { OrgId } from '@cairn/contracts';

type Theme = 'light' | 'dark';

const SAMPLED_PX = 8;
const MIDDLE = 128;
/** How dark the ground of a picture of a dark theme is. */
const DARK_GROUND = 'rgb(26 26 26)';

interface Wanted {
  readonly orgId: OrgId;
  readonly ids: readonly string[];
  readonly theme: Theme;
  readonly signal: AbortSignal;
}

/** The pictures of saved things by their id, as they fit a theme: none shines on a dark page. */
export async function readFittingThumbnails(wanted: Wanted): Promise<Record<string, string>> {
  const { orgId, ids, theme, signal } = wanted;
  const input = { org_id: orgId, ids: [...ids] };
  const { data } = await savedSearchClient.readThumbnails({ input, signal });
  const pictures = Object.entries(data).map(
    async ([id, address]) => [id, await fittingPicture(address, theme)] as const,
  );
  return Object.fromEntries(await Promise.all(pictures));
}

/**
 * The address of a picture as it fits a theme. One that somebody drew in the other theme is turned over, its hues
 * kept; one that cannot be read stays as it is.
 */
export async function fittingPicture(address: string, theme: Theme): Promise<string> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    return address;
  }
  return fitsTheme(image, theme) ? address : turnedOver(image, theme);
}

function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  return { canvas, context: canvas.getContext('2d') };
}

/** Whether a picture is as light or dark as a theme; what is transparent in it is. */
function fitsTheme(image: HTMLImageElement, theme: Theme): boolean {
  const { context } = newCanvas(SAMPLED_PX, SAMPLED_PX);
  if (!context) return true;
  context.fillStyle = theme === 'dark' ? 'black' : 'white';
  context.fillRect(0, 0, SAMPLED_PX, SAMPLED_PX);
  context.drawImage(image, 0, 0, SAMPLED_PX, SAMPLED_PX);
  const { data } = context.getImageData(0, 0, SAMPLED_PX, SAMPLED_PX);
  const sum = data.reduce((total, value, at) => (at % 4 === 3 ? total : total + value), 0);
  return sum / (SAMPLED_PX * SAMPLED_PX * 3) < MIDDLE === (theme === 'dark');
}

/** A picture with light and dark in each other's place. Blending does what filters of a canvas do in some browsers only. */
function turnedOver(image: HTMLImageElement, theme: Theme): string {
  const { naturalWidth: width, naturalHeight: height } = image;
  const { canvas, context } = newCanvas(width, height);
  if (!context) return image.src;
  const fill = (blend: GlobalCompositeOperation, color: string) => {
    context.globalCompositeOperation = blend;
    context.fillStyle = color;
    context.fillRect(0, 0, width, height);
  };
  context.drawImage(image, 0, 0);
  fill('difference', 'white');
  if (theme === 'dark') fill('screen', DARK_GROUND);
  context.globalCompositeOperation = 'hue';
  context.drawImage(image, 0, 0);
  return canvas.toDataURL('image/jpeg', 0.8);
}
