import { secondsPer } from '../format.ts';
import { roundedRange, ticksOf, type LinearScale, type Range } from '../scales.ts';

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
const SIXTIETHS = [1, 2, 5, 10, 15, 30];
const STEPS = [
  ...SIXTIETHS,
  ...SIXTIETHS.map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((days) => days * DAY),
];

/** The step between round durations, in the unit of the values; null where they are no durations or leave its table. */
function stepOf([least, most]: Range, count: number, unit: string | undefined): number | null {
  const seconds = secondsPer(unit);
  if (seconds === undefined) return null;
  const wanted = ((most - least) * seconds) / count;
  if (wanted < 1) return null;
  const step = STEPS.find((each) => each >= wanted * 0.75);
  return step === undefined ? null : step / seconds;
}

/** Lengthens an extent to round values: whole minutes, hours or days where it is of durations. */
export function rounded(extent: Range, unit: string | undefined, count = 5): Range {
  let longer = extent;
  // A longer extent may want longer steps.
  for (let turn = 0; turn < 3; turn += 1) {
    const step = stepOf(longer, count, unit);
    if (step === null) return roundedRange(longer, count);
    const [least, most] = longer;
    longer = [Math.floor(least / step) * step, Math.ceil(most / step) * step];
  }
  return longer;
}

/** Round values along a scale, about as many as asked for. */
export function valueTicks(
  { extent }: Pick<LinearScale, 'extent'>,
  count: number,
  unit: string | undefined,
): readonly number[] {
  const step = stepOf(extent, count, unit);
  if (step === null) return ticksOf(extent, count);
  const [least, most] = extent;
  const first = Math.ceil(least / step);
  const steps = Math.floor(most / step + 1e-9) - first;
  return Array.from({ length: steps + 1 }, (_, index) => (first + index) * step);
}
