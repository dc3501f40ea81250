import { UiProvider } from '@cairn/ui';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import {
  assignColors,
  colorOf,
  OTHER_COLOR,
  tintOf,
  PALETTE_SIZE,
  rampColor,
  RAMP_STEPS,
  rampText,
} from './palette.ts';

let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

/** Colours as a reader sees them: the light of each channel. */
function seen(colors: readonly string[], colorScheme: 'light' | 'dark'): number[][] {
  root = createRoot(document.body.appendChild(document.createElement('main')));
  flushSync(() => root?.render(<UiProvider colorScheme={colorScheme}>colours</UiProvider>));
  const probe = document.body.appendChild(document.createElement('i'));
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('no canvas');
  return colors.map((color) => {
    probe.style.color = color;
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map(linear);
  });
}

const linear = (value: number) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** In OKLab distances are about those that eyes tell apart. */
function oklab([red = 0, green = 0, blue = 0]: readonly number[]): number[] {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

const distance = (one: readonly number[], other: readonly number[]) =>
  Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)));

const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;

function contrast(one: readonly number[], other: readonly number[]): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', 'all'],
  ['dark', 'all'],
  ['light', 'below'],
  ['dark', 'below'],
] as const)('the ramp of a heat map in the %s theme, for %s values', (colorScheme, side) => {
  const steps = Array.from({ length: RAMP_STEPS }, (_, step) => step);
  const colors = steps.map((step) => rampColor(step, side));

  it('goes one way from pale to strong, in steps that are told apart', () => {
    const points = seen(colors, colorScheme).map(oklab);
    const lightness = points.map(([light = 0]) => light);
    const strong = lightness.toSorted((a, b) => (colorScheme === 'light' ? b - a : a - b));
    expect(lightness).toEqual(strong);
    const gaps = points.slice(1).map((point, at) => distance(point, points[at] ?? []));
    expect(Math.min(...gaps)).toBeGreaterThan(0.02);
  });

  it('carries text with contrast on every step', () => {
    const texts = steps.map((step) => rampText(step, side));
    const [fills, inks] = [seen(colors, colorScheme), seen(texts, colorScheme)];
    const weak = steps.filter((step) => contrast(fills[step] ?? [], inks[step] ?? []) < 4.5);
    expect(weak).toEqual([]);
  });
});

describe.each(['light', 'dark'] as const)('the colours of series in the %s theme', (colorScheme) => {
  it('carry text as tints, each of them', () => {
    const colors = Array.from({ length: PALETTE_SIZE }, (_, slot) => colorOf(slot, PALETTE_SIZE));
    const [ink = []] = seen(['var(--cn-text)'], colorScheme);
    const tints = seen([...colors, OTHER_COLOR].map(tintOf), colorScheme);
    expect(tints.filter((tint) => contrast(tint, ink) < 4.5)).toEqual([]);
  });

  it.each([8, 12, PALETTE_SIZE])('are told apart when there are %i of them, and from Other', (count) => {
    const slots = [...assignColors(Array.from({ length: count }, (_, at) => `Series ${at}`)).values()];
    expect(new Set(slots).size).toBe(count);
    const colors = [...slots.map((slot) => colorOf(slot, count)), OTHER_COLOR];
    const points = seen(colors, colorScheme).map(oklab);
    const close = points.flatMap((one, at) =>
      points.slice(0, at).flatMap((other, before) => {
        const apart = distance(one, other);
        return apart < 0.038 ? [`${colors[at]} and ${colors[before]}: ${apart.toFixed(3)}`] : [];
      }),
    );
    expect(close).toEqual([]);
  });
});
