import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { aNote } from '@cairn/saved/planted';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useThumbnails } from './use-thumbnails.ts';

type Theme = 'light' | 'dark';
type Color = readonly [red: number, green: number, blue: number];

const LINKS = [aNote({ id: 'a', name: 'Delivery', hasThumbnail: true })];
const SIZE = 40;

/** A picture as somebody drew it: a ground, and a bar in the middle of it. */
function drawnPicture(ground: string, bar: string): string {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [SIZE, SIZE];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = ground;
  context.fillRect(0, 0, SIZE, SIZE);
  context.fillStyle = bar;
  context.fillRect(16, 16, 8, 8);
  return canvas.toDataURL('image/png');
}

const LIGHT = drawnPicture('white', 'rgb(220 40 40)');
const DARK = drawnPicture('rgb(20 20 24)', 'rgb(220 90 90)');

/** The ground and the bar of a picture. */
async function colorsIn(address: string): Promise<{ ground: Color; bar: Color }> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const context = document.createElement('canvas').getContext('2d');
  context?.drawImage(image, 0, 0);
  const at = (place: number) =>
    [...(context?.getImageData(place, place, 1, 1).data ?? [])].slice(0, 3) as unknown as Color;
  return { ground: at(4), bar: at(20) };
}

function Pictures(): ReactNode {
  return <img src={useThumbnails(LINKS)['a']} alt="" />;
}

let root: Root;
let kept: string;
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ data: { a: kept } }));
  root = createRoot(document.body.appendChild(document.createElement('main')));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

function draw(colorScheme: Theme, cache = client()): void {
  root.render(
    <QueryClientProvider client={cache}>
      <FakeHost key={colorScheme} host={createFakeHost({ colorScheme })}>
        <Pictures />
      </FakeHost>
    </QueryClientProvider>,
  );
}

const shown = () => document.querySelector('img')?.getAttribute('src') ?? '';

it.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)(
  'leaves a picture as it was drawn in the %s theme that it was drawn in',
  async (theme, picture) => {
    kept = picture;
    draw(theme);
    await expect.poll(shown).toBe(picture);
  },
);

it('does not let a light picture shine on a dark page, and keeps its hues', async () => {
  kept = LIGHT;
  draw('dark');
  await expect.poll(shown).toMatch(/^data:image\/jpeg/);
  const { ground, bar } = await colorsIn(shown());
  expect(Math.max(...ground)).toBeLessThan(50);
  expect(bar[0]).toBeGreaterThan(Math.max(bar[1], bar[2]) + 60);
});

it('fits the pictures again when the theme changes', async () => {
  kept = DARK;
  const cache = client();
  draw('dark', cache);
  await expect.poll(shown).toBe(DARK);
  draw('light', cache);
  await expect.poll(shown).toMatch(/^data:image\/jpeg/);
  const { ground, bar } = await colorsIn(shown());
  expect(Math.min(...ground)).toBeGreaterThan(200);
  expect(bar[0]).toBeGreaterThan(Math.max(bar[1], bar[2]) + 40);
});

it('shows what cannot be read as it is', async () => {
  kept = 'data:image/jpeg;base64,/9j/';
  draw('dark');
  await expect.poll(shown).toBe(kept);
});
