import { RAMP_STEPS } from '../palette.ts';

/** How values become shades, with the least value of each shade for the legend. */
export interface Shades {
  /** The step of a value above zero, from 0 to 11. */
  stepOf(value: number): number;
  /** Each shade has about as many tiles, because a few cells would take all strong shades otherwise. */
  readonly isRanked: boolean;
  readonly least: number;
  readonly middle: number;
  readonly most: number;
}

/** One cell dominates when the largest value exceeds this multiple of the 90th percentile. */
const RULES = 3;

/** Shades over the whole ramp: in proportion to the values, or by rank where one cell would dominate. */
export function shadesOf(values: readonly number[]): Shades {
  const positive = values.filter((value) => value > 0).toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [positive[0], positive.at(-1)];
  const at = (share: number) =>
    positive[Math.min(positive.length - 1, Math.floor(share * positive.length))] ?? 0;
  const isRanked = positive.length > RAMP_STEPS && most > RULES * at(0.9);
  const starts = Array.from({ length: RAMP_STEPS }, (_, step) => at(step / RAMP_STEPS));
  const byRank = (value: number) =>
    Math.max(
      0,
      starts.findLastIndex((start) => value >= start),
    );
  const inProportion = (value: number) => Math.floor((value / (most || 1)) * (RAMP_STEPS - 0.001));
  return {
    stepOf: (value) => (value <= 0 ? 0 : isRanked ? byRank(value) : inProportion(value)),
    isRanked,
    least,
    middle: isRanked ? at(0.5) : most / 2,
    most,
  };
}
