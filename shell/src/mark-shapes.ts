/** The stones of the logo, in a box of 24 by 24: middle, radii, opacity. */
export const STONES = [
  { cx: 12, cy: 18.6, rx: 9, ry: 3.6, opacity: 0.55 },
  { cx: 11.2, cy: 11.9, rx: 6.4, ry: 2.9, opacity: 0.8 },
  { cx: 12.4, cy: 6.2, rx: 3.9, ry: 2.4, opacity: 1 },
] as const;
