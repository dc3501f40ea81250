import {
  interpolateBlues,
  interpolateBrBG,
  interpolateGreens,
  interpolatePlasma,
  interpolateRdBu,
  interpolateViridis,
  quantize,
  schemeAccent,
  schemePaired,
  schemeSet1,
  schemeSet2,
} from 'd3';

/** Colours for series, or for shades, under a name that saved views hold (X§9). */
export interface Palette {
  readonly id: string;
  readonly label: string;
  readonly form: 'categorical' | 'sequential' | 'diverging';
  readonly colors: readonly string[];
}

const SHADES = 12;
const shades = (of: (share: number) => string, [from, to]: readonly [number, number] = [0, 1]) =>
  quantize((share) => of(from + share * (to - from)), SHADES);

/** The palette of the product's own tokens, which need no style. */
export const OWN_PALETTE = 'observable10';

/** The 16 palettes. The first is drawn with the product's own colours. */
export const PALETTES: readonly Palette[] = [
  { id: OWN_PALETTE, label: 'Professional', form: 'categorical', colors: [] },
  {
    id: 'observable20',
    label: 'Data Rich',
    form: 'categorical',
    colors: [
      '#4269d0',
      '#efb118',
      '#ff725c',
      '#3ca951',
      '#a463f2',
      '#9c6b4e',
      '#6cc5b0',
      '#ff8ab7',
      '#97bbf5',
      '#7d8590',
      '#27418a',
      '#a37200',
      '#b53a28',
      '#1f6b31',
      '#6a2fb3',
      '#5f3c27',
      '#2f8573',
      '#c2447a',
      '#5c8fe0',
      '#4b525b',
    ],
  },
  { id: 'set1', label: 'Distinct', form: 'categorical', colors: schemeSet1 },
  { id: 'set2', label: 'Soft Distinct', form: 'categorical', colors: schemeSet2 },
  { id: 'paired', label: 'Complementary', form: 'categorical', colors: schemePaired },
  { id: 'accent', label: 'Vivid', form: 'categorical', colors: schemeAccent },
  // The two accessible ones were searched for: the eight are as far apart as can be for every kind of eye.
  {
    id: 'accessible',
    label: 'Accessible',
    form: 'categorical',
    colors: ['#0072b2', '#f6ab38', '#712c0e', '#2bcdf8', '#a07230', '#014288', '#76a593', '#9f3a51'],
  },
  {
    id: 'corporate',
    label: 'Corporate',
    form: 'categorical',
    colors: [
      '#1f3a5f',
      '#c8963e',
      '#4f7cac',
      '#7a2e39',
      '#6b8f71',
      '#9aa5b1',
      '#3b6064',
      '#b5651d',
      '#5e548e',
      '#2f4858',
    ],
  },
  {
    id: 'modern',
    label: 'Modern',
    form: 'categorical',
    colors: [
      '#5b5fc7',
      '#f2994a',
      '#17a398',
      '#e0567b',
      '#8ac926',
      '#3aa0e8',
      '#9b51e0',
      '#6d4c41',
      '#2d4b73',
      '#7f8c8d',
    ],
  },
  {
    id: 'accessible_pro',
    label: 'Accessible Bold',
    form: 'categorical',
    colors: ['#004488', '#f6ab38', '#5ea0eb', '#b56644', '#712c0e', '#598299', '#a2c4a5', '#7e5258'],
  },
  { id: 'viridis', label: 'Viridis', form: 'sequential', colors: shades(interpolateViridis).toReversed() },
  { id: 'plasma', label: 'Plasma', form: 'sequential', colors: shades(interpolatePlasma).toReversed() },
  { id: 'blues', label: 'Blues', form: 'sequential', colors: shades(interpolateBlues, [0.08, 1]) },
  { id: 'greens', label: 'Greens', form: 'sequential', colors: shades(interpolateGreens, [0.08, 1]) },
  { id: 'red_blue', label: 'Red to blue', form: 'diverging', colors: shades(interpolateRdBu) },
  { id: 'brown_green', label: 'Brown to green', form: 'diverging', colors: shades(interpolateBrBG) },
];
