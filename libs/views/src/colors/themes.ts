import { hcl, interpolateHcl, interpolateLab, interpolateRgb, piecewise } from 'd3';

/** The colour space in which the colours between two stops are found. */
export type ColorSpace = 'lab' | 'hcl' | 'rgb';

/** The shades of a theme in light or in dark: from the quiet end over midpoints to the strong one. */
export interface Ramp {
  readonly start: string;
  readonly midpoints: readonly string[];
  readonly end: string;
  readonly space: ColorSpace;
}

/** A theme of shades, under a name that saved views hold (X§9). */
export interface ColorTheme {
  readonly id: string;
  readonly label: string;
  readonly form: 'sequential' | 'diverging';
  readonly light: Ramp;
  readonly dark: Ramp;
}

/** The theme of the product's own tokens, which need no style. */
export const OWN_THEME = 'classic';

/** The path of a theme: hues and chromas from the quiet end to the strong one. */
interface Path {
  readonly hues: readonly number[];
  readonly chromas: readonly number[];
  readonly midpoints: number;
  readonly space: ColorSpace;
  /** The lightness of both ends on a light page; a dark page mirrors it. */
  readonly lightness?: readonly [quiet: number, strong: number];
  readonly form?: ColorTheme['form'];
}

const LIGHT: readonly [number, number] = [94, 30];
const DARK: readonly [number, number] = [22, 88];

/** The value at a share of a list, between its neighbours. */
function along(values: readonly number[], share: number): number {
  const place = share * (values.length - 1);
  const before = values[Math.floor(place)] ?? 0;
  const after = values[Math.ceil(place)] ?? before;
  return before + (after - before) * (place % 1);
}

/** Stops along a path. The lightness goes evenly from end to end, so that no eye needs the hue to read it. */
function rampOf(path: Path, [quiet, strong]: readonly [number, number]): Ramp {
  const count = path.midpoints + 2;
  const stops = Array.from({ length: count }, (_, at) => {
    const share = at / (count - 1);
    const reach = path.form === 'diverging' ? Math.abs(2 * share - 1) : share;
    const lightness = quiet + (strong - quiet) * reach;
    return hcl(along(path.hues, share), along(path.chromas, share), lightness).rgb().clamp().formatHex();
  });
  return { start: stops[0] ?? '', midpoints: stops.slice(1, -1), end: stops.at(-1) ?? '', space: path.space };
}

function theme(id: string, label: string, path: Path): ColorTheme {
  const form = path.form ?? 'sequential';
  return { id, label, form, light: rampOf(path, path.lightness ?? LIGHT), dark: rampOf(path, DARK) };
}

/** The 20 themes of X§9. */
export const THEMES: readonly ColorTheme[] = [
  theme(OWN_THEME, 'Classic', { hues: [285, 290], chromas: [6, 62], midpoints: 4, space: 'lab' }),
  theme('accessible', 'Accessible', { hues: [95, 250], chromas: [30, 22, 42], midpoints: 5, space: 'lab' }),
  theme('material', 'Material', { hues: [200, 260], chromas: [16, 44, 52], midpoints: 5, space: 'hcl' }),
  theme('qualitative', 'Qualitative', {
    hues: [100, 20, -60, -110],
    chromas: [36, 56, 56, 48],
    midpoints: 7,
    space: 'lab',
  }),
  theme('research', 'Research', { hues: [240, 262], chromas: [8, 28, 34], midpoints: 4, space: 'lab' }),
  theme('presentation', 'Presentation', { hues: [60, 8], chromas: [26, 72, 62], midpoints: 5, space: 'lab' }),
  theme('scientific', 'Scientific', {
    hues: [100, 170, 230, 310],
    chromas: [58, 42, 32, 46],
    midpoints: 9,
    space: 'lab',
  }),
  theme('statistical', 'Statistical', {
    hues: [130, 225],
    chromas: [18, 40, 34],
    midpoints: 5,
    space: 'lab',
  }),
  theme('sequential_blue', 'Blue', { hues: [245, 275], chromas: [6, 40, 50], midpoints: 6, space: 'lab' }),
  theme('sequential_multi', 'Many hues', {
    hues: [95, 150, 215, 275],
    chromas: [30, 44, 40, 46],
    midpoints: 8,
    space: 'lab',
  }),
  theme('diverging_rb', 'Red to blue', {
    hues: [28, 20, 260, 265],
    chromas: [70, 8, 6, 56],
    midpoints: 7,
    space: 'rgb',
    form: 'diverging',
    lightness: [95, 38],
  }),
  theme('diverging_bg', 'Brown to green', {
    hues: [62, 80, 190, 186],
    chromas: [48, 8, 6, 36],
    midpoints: 7,
    space: 'rgb',
    form: 'diverging',
    lightness: [95, 38],
  }),
  theme('financial', 'Financial', { hues: [145, 165], chromas: [10, 42, 36], midpoints: 4, space: 'lab' }),
  theme('enterprise', 'Enterprise', { hues: [225, 255], chromas: [5, 22, 28], midpoints: 4, space: 'lab' }),
  theme('earth', 'Earth', { hues: [85, 45], chromas: [20, 44, 36], midpoints: 5, space: 'lab' }),
  theme('forest', 'Forest', { hues: [115, 150], chromas: [24, 46, 34], midpoints: 5, space: 'lab' }),
  theme('ocean', 'Ocean', { hues: [175, 255], chromas: [14, 36, 44], midpoints: 6, space: 'lab' }),
  theme('neutral', 'Neutral', { hues: [265], chromas: [2, 4], midpoints: 4, space: 'lab' }),
  theme('high_contrast', 'High contrast', {
    hues: [100, 300],
    chromas: [40, 60, 30],
    midpoints: 4,
    space: 'lab',
    lightness: [97, 12],
  }),
  theme('modern', 'Modern', { hues: [330, 275], chromas: [14, 56, 60], midpoints: 6, space: 'lab' }),
];

const SPACES = { lab: interpolateLab, hcl: interpolateHcl, rgb: interpolateRgb };

/** Evenly spaced shades of a ramp. */
export function shadesOfRamp({ start, midpoints, end, space }: Ramp, count: number): string[] {
  const of = piecewise(SPACES[space], [start, ...midpoints, end]);
  return Array.from({ length: count }, (_, at) => of(count === 1 ? 1 : at / (count - 1)));
}
