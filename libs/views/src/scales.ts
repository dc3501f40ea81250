// d3's own scales bring all that they could ever be given: colours, dates, texts and how to print ticks (10 KB gz).
// These map numbers to pixels as they do, which the test beside them holds against d3.

export type Range = readonly [number, number];

const MOST_ROUNDS = 10;

/** A round distance, as a fraction so that tenths stay exact. */
interface Step {
  readonly by: number;
  readonly per: number;
}

/** 1, 2 or 5 times a power of ten, so that about so many make the extent; undefined when it has no length. */
function stepOf(low: number, high: number, count: number): Step | undefined {
  const wanted = (high - low) / count;
  const power = Math.floor(Math.log10(wanted));
  if (!Number.isFinite(power)) return undefined;
  const rest = wanted / 10 ** power;
  const factor = rest >= Math.sqrt(50) ? 10 : rest >= Math.sqrt(10) ? 5 : rest >= Math.SQRT2 ? 2 : 1;
  return power < 0 ? { by: 1, per: 10 ** -power / factor } : { by: factor * 10 ** power, per: 1 };
}

/** Widens an extent to round values at both ends, about so many steps apart. */
export function roundedRange([from, to]: Range, count: number): Range {
  let [low, high] = [from, to];
  let before: Step | undefined;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const step = stepOf(low, high, count);
    if (!step || (step.by === before?.by && step.per === before.per)) break;
    low = (Math.floor((low * step.per) / step.by) * step.by) / step.per;
    high = (Math.ceil((high * step.per) / step.by) * step.by) / step.per;
    before = step;
  }
  return [low, high];
}

/** About so many round values of an extent. */
export function ticksOf([low, high]: Range, count: number): readonly number[] {
  const step = stepOf(low, high, count);
  if (!step) return [low];
  const at = (index: number) => (index * step.by) / step.per;
  // Rounded first: 0.7 × 10 is a little more than 7.
  const near = (value: number) => Math.round((value * step.per) / step.by);
  const first = at(near(low)) < low ? near(low) + 1 : near(low);
  const last = at(near(high)) > high ? near(high) - 1 : near(high);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => at(first + index));
}

export interface LinearScale {
  (value: number): number;
  readonly extent: Range;
}

/** Maps an extent evenly to pixels. */
export function linearScale(extent: Range, [start, end]: Range): LinearScale {
  const [low, high] = extent;
  const scale = (value: number) => {
    const part = high === low ? 0.5 : (value - low) / (high - low);
    return start * (1 - part) + end * part;
  };
  return Object.assign(scale, { extent });
}

export interface Bands {
  /** Where a band begins. */
  (index: number): number;
  readonly width: number;
}

/** Divides a stretch into bands of one width, with a part of it free between and around them. */
export function bands(count: number, [start, end]: Range, padding = 0): Bands {
  const step = (end - start) / Math.max(1, count + padding);
  const width = step * (1 - padding);
  const first = start + (end - start - step * (count - padding)) / 2;
  return Object.assign((index: number) => first + step * index, { width });
}

/** Puts points at even distances on a stretch, the first and the last at its ends; a lone one in the middle. */
export function spread(count: number, [start, end]: Range): (index: number) => number {
  const step = (end - start) / Math.max(1, count - 1);
  const first = count > 1 ? start : (start + end) / 2;
  return (index) => first + step * index;
}
