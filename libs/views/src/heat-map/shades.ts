import { rampColor, RAMP_STEPS, rampText, ZERO_COLOR, type RampSide } from '../palette.ts';

/** How values become shades, with what the legend says of them. */
export interface Shades {
  /** The step of a value by its distance from zero, from 0 to 11. */
  stepOf(value: number): number;
  /** The fill of a value, and the colour of text on it. */
  fillOf(value: number): string;
  textOf(value: number): string;
  /** Each shade has about as many tiles, because a few cells would take all strong shades otherwise. */
  readonly isRanked: boolean;
  /** The least value where it is below zero, else 0. */
  readonly least: number;
  readonly middle: number;
  /** The largest value where it is above zero, else 0. */
  readonly most: number;
}

/** Whether there is a shade to explain. */
export const hasShades = ({ least, most }: Shades): boolean => least < 0 || most > 0;

/** One cell dominates when the largest value exceeds this multiple of the 90th percentile. */
const RULES = 3;

/**
 * Shades over the whole ramp: in proportion to the values, or by rank where one cell would dominate. Values below zero
 * have a ramp of their own, and the same distance from zero is as strong on both sides.
 */
export function shadesOf(values: readonly number[]): Shades {
  const least = values.reduce((low, value) => Math.min(low, value), 0);
  const most = values.reduce((high, value) => Math.max(high, value), 0);
  const sizes = values
    .filter((value) => value !== 0)
    .map(Math.abs)
    .toSorted((a, b) => a - b);
  const largest = sizes.at(-1) ?? 0;
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(share * sizes.length))] ?? 0;
  const isRanked = sizes.length > RAMP_STEPS && largest > RULES * at(0.9);
  const starts = Array.from({ length: RAMP_STEPS }, (_, step) => at(step / RAMP_STEPS));
  const byRank = (size: number) =>
    Math.max(
      0,
      starts.findLastIndex((start) => size >= start),
    );
  const inProportion = (size: number) => Math.floor((size / (largest || 1)) * (RAMP_STEPS - 0.001));
  const stepOf = (value: number) => (isRanked ? byRank(Math.abs(value)) : inProportion(Math.abs(value)));
  const sideOf = (value: number): RampSide => (value < 0 ? 'below' : least < 0 ? 'above' : 'all');
  return {
    stepOf,
    fillOf: (value) => (value === 0 ? ZERO_COLOR : rampColor(stepOf(value), sideOf(value))),
    textOf: (value) => (value === 0 ? 'var(--cn-text-muted)' : rampText(stepOf(value), sideOf(value))),
    isRanked,
    least,
    middle: isRanked ? at(0.5) : largest / 2,
    most,
  };
}
