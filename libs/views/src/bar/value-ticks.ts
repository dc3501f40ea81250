import type { Column } from '@cairn/contracts';
import { secondsIn, workdayOf } from '@cairn/query';
import type { ScaleLinear } from 'd3';

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
const SIXTIETHS = [1, 2, 5, 10, 15, 30];
const UNDER_AN_HOUR = [...SIXTIETHS, ...SIXTIETHS.map((minutes) => minutes * MINUTE)];
const HOURS = [1, 2, 3, 6, 12].map((hours) => hours * HOUR);
const ROUND = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** The round durations of a unit: of working time in its own days, or in hours where it has no one length of day. */
function stepsIn(unit: string | undefined): readonly number[] {
  const workday = workdayOf(unit);
  if (workday === null) return [...UNDER_AN_HOUR, ...HOURS, ...ROUND.map((each) => each * 20 * HOUR)];
  const day = workday ?? DAY;
  const hours = HOURS.filter((each) => each <= day / 2);
  return [...UNDER_AN_HOUR, ...hours, ...ROUND.map((days) => days * day)];
}

/** The step between round durations, in the unit of the values. Null for other values, and outside of its table. */
function stepOf([least, most]: readonly number[], count: number, unit: string | undefined): number | null {
  const seconds = secondsIn(unit);
  if (seconds === undefined || least === undefined || most === undefined) return null;
  const wanted = ((most - least) * seconds) / count;
  if (wanted < 1) return null;
  const step = stepsIn(unit).find((each) => each >= wanted * 0.75);
  return step === undefined ? null : step / seconds;
}

/**
 * Extends a scale to the next round value: for durations whole minutes, hours or days. It ends near the
 * data, so not every end has a tick.
 */
export function rounded(
  scale: ScaleLinear<number, number>,
  unit: string | undefined,
  count = 10,
): ScaleLinear<number, number> {
  // A longer scale may want longer steps.
  for (let longer = 0; longer < 3; longer += 1) {
    const [least = 0, most = 0] = scale.domain();
    const step = stepOf([least, most], count, unit);
    if (step === null) return scale.nice(count);
    scale.domain([Math.floor(least / step) * step, Math.ceil(most / step) * step]);
  }
  return scale;
}

/** Whether a measure counts, so that its values are always whole; shares of a count are not. */
export function isCount(measure: Column | undefined): boolean {
  if (measure?.unit === 'fraction') return false;
  return measure?.reducer === 'count' || measure?.reducer === 'countDistinct';
}

/** Round values along a scale, about as many as wanted. Counts get whole values only. */
export function valueTicks(
  scale: ScaleLinear<number, number>,
  count: number,
  unit: string | undefined,
  whole = false,
): number[] {
  const [least = 0, most = 0] = scale.domain();
  const step = stepOf([least, most], count, unit);
  if (step === null) return scale.ticks(count).filter((tick) => !whole || Number.isInteger(tick));
  const first = Math.ceil(least / step);
  const steps = Math.floor(most / step + 1e-9) - first;
  return Array.from({ length: steps + 1 }, (_, index) => (first + index) * step);
}
