import { hcl, interpolateLab, piecewise, rgb } from 'd3';
import { PALETTE_SIZE, rampColor, RAMP_NAMES, RAMP_STEPS, type RampSide } from '../palette.ts';
import { OWN_PALETTE, PALETTES, type Palette } from './palettes.ts';
import { OWN_THEME, shadesOfRamp, THEMES, type ColorTheme } from './themes.ts';

type Mode = 'light' | 'dark';
const SWATCHES = 8;
/** In dark mode colours are brighter by this much (X§9). */
const BRIGHTER = 0.5;
/** What a lighter and a darker relative of a colour differ by, in CIELAB lightness. */
const RELATIVE = 17;

/** A choice of colours, with what it looks like. */
export interface ColorChoice {
  readonly id: string;
  readonly label: string;
  readonly form: Palette['form'];
  /** Some palettes and themes have one name. */
  readonly sort: 'palette' | 'theme';
}

/** What series or shades are drawn in. Where a palette and a theme have one name, each means its own. */
export function colorChoices(form: 'series' | 'shades'): ColorChoice[] {
  const palettes = PALETTES.map((each) => ({ ...each, sort: 'palette' as const }));
  const themes = THEMES.map((each) => ({ ...each, sort: 'theme' as const }));
  const [own, others] =
    form === 'series' ? [palettes, themes] : [themes, palettes.filter((each) => each.form !== 'categorical')];
  const names = new Set(own.map(({ id }) => id));
  return [...own, ...others.filter(({ id }) => !names.has(id))];
}

type Known = { readonly palette: Palette } | { readonly theme: ColorTheme };

function knownColors(name: string): Known | null {
  // Both lists have a "modern" and an "accessible"; palettes of series come first, as X§9 lists them.
  const palette = PALETTES.find(({ id }) => id === name);
  if (palette) return { palette };
  const theme = THEMES.find(({ id }) => id === name);
  return theme ? { theme } : null;
}

/** The relative luminance of a colour. */
export function luminanceOf(color: string): number {
  const { r, g, b } = rgb(color);
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((each) => {
    const share = each / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Where black and white text have the same contrast. */
const EVEN = 0.179;
/** Black on what is bright, else white. */
const textOn = (color: string) =>
  luminanceOf(color) > EVEN ? 'var(--cn-chart-ink)' : 'var(--cn-chart-paper)';

/** Twelve shades from the quiet end to the strong one. */
export function rampOfColors(name: string, mode: Mode, form: 'series' | 'shades'): string[] {
  const known = namedFor(name, form);
  if (!known) return [];
  if ('theme' in known) return shadesOfRamp(known.theme[mode], RAMP_STEPS);
  const { colors } = known.palette;
  const shades = known.palette.form === 'categorical' ? pale(colors[0] ?? '') : [...colors];
  return mode === 'dark' && known.palette.form !== 'diverging' ? shades.toReversed() : shades;
}

/** The shades on both sides of zero, from the quiet step to the strong one. */
function shadesAround(name: string, mode: Mode): Readonly<Record<'above' | 'below', string[]>> {
  const known = namedFor(name, 'shades');
  if (known && 'theme' in known && known.theme.form === 'diverging')
    return halves(shadesOfRamp(known.theme[mode], 2 * RAMP_STEPS));
  if (known && 'palette' in known && known.palette.form === 'diverging') {
    const of = piecewise(interpolateLab, [...known.palette.colors]);
    return halves(Array.from({ length: 2 * RAMP_STEPS }, (_, at) => of(at / (2 * RAMP_STEPS - 1))));
  }
  const above = rampOfColors(name, mode, 'shades');
  return { above, below: above.map(opposite) };
}

const halves = (shades: readonly string[]) => ({
  above: shades.slice(RAMP_STEPS),
  below: shades.slice(0, RAMP_STEPS).toReversed(),
});

/** The least chroma at which a colour has a hue that is told from its opposite. */
const LEAST_CHROMA = 14;
const WARM = { hue: 55, chroma: 34 };

/** The same lightness in the opposite hue; warm where the colour is grey. */
function opposite(color: string): string {
  const { h, c, l } = hcl(color);
  const isGrey = !(c >= LEAST_CHROMA);
  return hcl(isGrey ? WARM.hue : h + 180, isGrey ? WARM.chroma : c, l)
    .rgb()
    .clamp()
    .formatHex();
}

const pale = (color: string) => {
  const of = piecewise(interpolateLab, ['#f4f4f6', color, hcl(color).darker(1.6).formatHex()]);
  return Array.from({ length: RAMP_STEPS }, (_, at) => of(at / (RAMP_STEPS - 1)));
};

/** A name that both lists have means what the view needs: series a palette, shades a theme. */
function namedFor(name: string, form: 'series' | 'shades'): Known | null {
  const theme = THEMES.find(({ id }) => id === name);
  return form === 'shades' && theme ? { theme } : knownColors(name);
}

/** The colours of series: those of the palette, then lighter and darker relatives of them. */
export function seriesColors(name: string, mode: Mode): string[] {
  const known = namedFor(name, 'series');
  if (!known) return [];
  const isCategorical = 'palette' in known && known.palette.form === 'categorical';
  const base = isCategorical ? [...known.palette.colors] : spread(rampOfColors(name, mode, 'series'));
  const bright = mode === 'dark' && isCategorical ? base.map(brighter) : base;
  return extended(bright);
}

const brighter = (color: string) => rgb(color).brighter(BRIGHTER).clamp().formatHex();

/** The ends of a ramp say little about a series; from one to the next neighbours lie far apart. */
function spread(shades: readonly string[]): string[] {
  const inner = shades.slice(1);
  return [...inner.filter((_, at) => at % 2 === 0), ...inner.filter((_, at) => at % 2 === 1)];
}

function extended(colors: readonly string[]): string[] {
  const all = [...colors];
  for (let at = 0; all.length < PALETTE_SIZE && colors.length > 0; at += 1) {
    const { h, c, l } = hcl(colors[at % colors.length] ?? '');
    const by = (at < colors.length ? 1 : -1) * RELATIVE;
    const lightness = l + by > 92 ? l - 2 * RELATIVE : l + by < 18 ? l + 2 * RELATIVE : l + by;
    all.push(
      hcl(h, c * 0.85, lightness)
        .rgb()
        .clamp()
        .formatHex(),
    );
  }
  return all.slice(0, PALETTE_SIZE);
}

/** The eight colours by which a list shows a choice. The product's own come from its tokens. */
export function swatchesOf(name: string, form: 'series' | 'shades'): string[] {
  if (name === OWN_PALETTE) return Array.from({ length: SWATCHES }, (_, at) => `var(--cn-chart-${at + 1})`);
  if (name === OWN_THEME && form === 'shades')
    return everyOther(Array.from({ length: RAMP_STEPS }, (_, at) => rampColor(at)));
  const of = (mode: Mode) =>
    form === 'series'
      ? seriesColors(name, mode).slice(0, SWATCHES)
      : everyOther(rampOfColors(name, mode, form));
  const [light, dark] = [of('light'), of('dark')];
  return light.map((color, at) => `light-dark(${color}, ${dark[at] ?? color})`);
}

const everyOther = (shades: readonly string[]) =>
  Array.from(
    { length: SWATCHES },
    (_, at) => shades[Math.round((at * (shades.length - 1)) / (SWATCHES - 1))] ?? '',
  );

/** The properties by which everything inside an element is drawn in other colours; none for the product's own. */
export function colorStyle(name: string): Readonly<Record<string, string>> {
  if (name === OWN_PALETTE || name === OWN_THEME || !knownColors(name)) return {};
  const [series, dark] = [seriesColors(name, 'light'), seriesColors(name, 'dark')];
  const [light, night] = [shadesAround(name, 'light'), shadesAround(name, 'dark')];
  return Object.fromEntries([
    ...series.map((color, at) => [`--cn-chart-${at + 1}`, `light-dark(${color}, ${dark[at] ?? color})`]),
    ...rampStyle('all', rampOfColors(name, 'light', 'shades'), rampOfColors(name, 'dark', 'shades')),
    ...rampStyle('above', light.above, night.above),
    ...rampStyle('below', light.below, night.below),
  ]);
}

/** The properties of the steps of a ramp, with those of the text on them. */
function rampStyle(side: RampSide, light: readonly string[], dark: readonly string[]): string[][] {
  const name = RAMP_NAMES[side];
  return light.flatMap((color, at) => {
    const other = dark[at] ?? color;
    return [
      [`${name}-${at}`, `light-dark(${color}, ${other})`],
      [`${name}-text-${at}`, `light-dark(${textOn(color)}, ${textOn(other)})`],
    ];
  });
}
