import { rgb } from 'd3';
import { describe, expect, it } from 'vitest';
import {
  colorChoices,
  colorStyle,
  luminanceOf,
  rampOfColors,
  seriesColors,
  swatchesOf,
} from './color-style.ts';
import { OWN_PALETTE, PALETTES } from './palettes.ts';
import { OWN_THEME, THEMES } from './themes.ts';

type Triple = readonly [number, number, number];

/** How eyes without one kind of cones see linear light (Machado, Oliveira and Fernandes 2009). */
const EYES: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (value: number) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** A colour in OKLab as the eyes see it: distances there are about those that are told apart. */
function seen(color: string, eyes: keyof typeof EYES): Triple {
  const { r, g, b } = rgb(color);
  const light = [linear(r), linear(g), linear(b)];
  const rows = EYES[eyes] ?? [];
  const [red = 0, green = 0, blue = 0] = rows.map((row) =>
    Math.max(
      0,
      row.reduce((sum, share, at) => sum + share * (light[at] ?? 0), 0),
    ),
  );
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

const distance = (one: Triple, other: Triple) =>
  Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)));

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const closest = (colors: readonly string[], eyes: string): number => {
  const points = colors.map((color) => seen(color, eyes));
  const pairs = points.flatMap((one, at) => points.slice(0, at).map((other) => distance(one, other)));
  return Math.min(...pairs);
};

const PUBLISHED = new Set(['set1', 'set2', 'paired', 'accent']);
const MODES = ['light', 'dark'] as const;
const SURFACE = { light: '#ffffff', dark: '#16181d' };

describe('the names of colours', () => {
  it('are those of the specification: 20 themes and 16 palettes', () => {
    expect(THEMES.map(({ id }) => id).join(' ')).toBe(
      'classic accessible material qualitative research presentation scientific statistical sequential_blue sequential_multi diverging_rb diverging_bg financial enterprise earth forest ocean neutral high_contrast modern',
    );
    expect(PALETTES.map(({ id, label }) => `${id} ${label}`).slice(0, 10)).toEqual([
      'observable10 Professional',
      'observable20 Data Rich',
      'set1 Distinct',
      'set2 Soft Distinct',
      'paired Complementary',
      'accent Vivid',
      'accessible Accessible',
      'corporate Corporate',
      'modern Modern',
      'accessible_pro Accessible Bold',
    ]);
    const forms = PALETTES.map(({ form }) => form).join(' ');
    expect(forms.match(/sequential/g)).toHaveLength(4);
    expect(forms.match(/diverging/g)).toHaveLength(2);
    expect(PALETTES).toHaveLength(16);
  });

  it('leave the product its own colours for the defaults, and for a name that is not known', () => {
    for (const name of [OWN_PALETTE, OWN_THEME, 'no such theme', '']) expect(colorStyle(name)).toEqual({});
  });
});

describe.each(THEMES.map((theme) => [theme.id, theme] as const))('the theme %s', (id, theme) => {
  it.each(MODES)('has 4 to 9 midpoints between ends that are told apart, in %s', (mode) => {
    const { start, midpoints, end } = theme[mode];
    expect(midpoints.length).toBeGreaterThanOrEqual(4);
    expect(midpoints.length).toBeLessThanOrEqual(9);
    if (theme.form === 'sequential') expect(contrast(start, end)).toBeGreaterThan(4.5);
    expect(contrast(end, SURFACE[mode])).toBeGreaterThan(3);
    for (const eyes of Object.keys(EYES))
      expect(distance(seen(start, eyes), seen(end, eyes)), eyes).toBeGreaterThan(
        theme.form === 'diverging' ? 0.09 : 0.15,
      );
  });

  it.each(MODES)('has twelve steps that every eye tells from their neighbours, in %s', (mode) => {
    const steps = rampOfColors(id, mode, 'shades');
    expect(steps).toHaveLength(12);
    for (const eyes of Object.keys(EYES)) {
      const points = steps.map((step) => seen(step, eyes));
      const all = points.slice(1).map((point, at) => distance(point, points[at] ?? point));
      // The two steps around the middle of a diverging ramp are both next to nothing.
      const gaps = theme.form === 'diverging' ? all.filter((_, at) => at !== 5) : all;
      expect(Math.min(...gaps), eyes).toBeGreaterThan(0.02);
    }
  });

  it.each(MODES)('goes one way from quiet to strong where it has one strong end, in %s', (mode) => {
    if (theme.form === 'diverging') return;
    const lightness = rampOfColors(id, mode, 'shades').map((step) => seen(step, 'usual')[0]);
    const sorted = lightness.toSorted((a, b) => (mode === 'light' ? b - a : a - b));
    expect(lightness).toEqual(sorted);
  });
});

describe.each(PALETTES.filter(({ id }) => id !== OWN_PALETTE).map(({ id, form }) => [id, form] as const))(
  'the palette %s',
  (id, form) => {
    it.each(MODES)('has 24 colours, of which the first eight are told apart, in %s', (mode) => {
      const colors = seriesColors(id, mode);
      expect(colors).toHaveLength(24);
      expect(new Set(colors).size).toBeGreaterThanOrEqual(form === 'categorical' ? 24 : 20);
      const eight = colors.slice(0, 8);
      expect(closest(eight, 'usual')).toBeGreaterThan(form === 'categorical' ? 0.055 : 0.03);
      for (const eyes of Object.keys(EYES)) {
        // Those of the library are drawn as they were published.
        const least = id.startsWith('accessible') ? 0.1 : PUBLISHED.has(id) ? 0.005 : 0.012;
        expect(closest(eight, eyes), eyes).toBeGreaterThan(least);
      }
    });
  },
);

describe('text on a shade', () => {
  it.each(colorChoices('shades').map(({ id }) => id))(
    'is black or white, whichever has contrast: %s',
    (id) => {
      const style = colorStyle(id);
      for (const mode of MODES) {
        rampOfColors(id, mode, 'shades').forEach((shade, at) => {
          const said = style[`--cn-ramp-text-${at}`] ?? '';
          const [light, dark] = [...said.matchAll(/ink|paper/g)].map(([name]) => name);
          if (!light) return;
          const text = (mode === 'light' ? light : dark) === 'ink' ? '#000000' : '#ffffff';
          expect(contrast(shade, text)).toBeGreaterThan(4.5);
        });
      }
    },
  );
});

describe.each(colorChoices('shades').map(({ id }) => id))('values below zero in %s', (id) => {
  it.each(MODES)('are told from those above by their strong half, and carry text, in %s', (mode) => {
    const style = colorStyle(id);
    if (Object.keys(style).length === 0) return;
    const at = (name: string) => {
      const [light = '', dark = ''] = style[name]?.match(/#[0-9a-f]{6}|rgb\([^)]*\)|ink|paper/g) ?? [];
      return mode === 'light' ? light : dark;
    };
    for (let step = 0; step < 12; step += 1) {
      const [above, below] = [at(`--cn-ramp-above-${step}`), at(`--cn-ramp-below-${step}`)];
      if (step >= 6) expect(distance(seen(above, 'usual'), seen(below, 'usual'))).toBeGreaterThan(0.05);
      for (const [side, fill] of Object.entries({ above, below })) {
        const text = at(`--cn-ramp-${side}-text-${step}`) === 'ink' ? '#000000' : '#ffffff';
        expect(contrast(fill, text)).toBeGreaterThan(4.5);
      }
    }
  });
});

describe.each(['series', 'shades'] as const)('the choices for %s', (form) => {
  const choices = colorChoices(form);

  it('have a name each, and the default first', () => {
    expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length);
    expect(new Set(choices.map(({ sort, label }) => `${sort} ${label}`)).size).toBe(choices.length);
    expect(choices[0]?.id).toBe(form === 'series' ? OWN_PALETTE : OWN_THEME);
  });

  it.each(choices.map(({ id }) => id))('show eight swatches: %s', (id) => {
    expect(swatchesOf(id, form).filter(Boolean)).toHaveLength(8);
  });
});
