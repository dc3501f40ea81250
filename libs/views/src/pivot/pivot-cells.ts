import type { Column } from '@cairn/contracts';

/** A measure with its column in the compared period, where there is one. */
export interface PivotMeasure {
  readonly column: Column;
  readonly before: Column | undefined;
}

/** The values of the measures in one cell, of the period and of the compared one. */
export interface Cells {
  readonly now: readonly (number | null)[];
  readonly before: readonly (number | null)[];
}

type Combine = (values: readonly number[]) => number;

const sum: Combine = (values) => values.reduce((total, value) => total + value, 0);
const least: Combine = (values) => values.reduce((found, value) => Math.min(found, value));
const most: Combine = (values) => values.reduce((found, value) => Math.max(found, value));

/** How the value over several groups comes from theirs. Of any other reducer it does not. */
const COMBINED: ReadonlyMap<string, Combine> = new Map([
  ['count', sum],
  ['sum', sum],
  ['min', least],
  ['max', most],
]);

/** How a measure is combined over groups; undefined where the groups do not tell. */
function combineOf({ column }: PivotMeasure): Combine | undefined {
  const combine = COMBINED.get(column.reducer ?? '');
  // What is in several groups would be counted more than once.
  return combine === sum && column.overlap !== undefined ? undefined : combine;
}

/** Whether the values of a measure add up to their total. */
export const isSummed = (measure: PivotMeasure): boolean => combineOf(measure) === sum;

/** Whether only the graph can compute a measure over several groups. */
export const needsQuery = (measure: PivotMeasure): boolean => combineOf(measure) === undefined;

/** Why a cell over several groups is empty; undefined where it is not. */
export function whyNoTotal(measure: PivotMeasure): string | undefined {
  if (combineOf(measure)) return undefined;
  const { overlap } = measure.column;
  return overlap ?? 'The value over several groups cannot be computed from their values.';
}

export const emptyCells = (measures: readonly PivotMeasure[]): Cells => ({
  now: measures.map(() => null),
  before: measures.map(() => null),
});

/** The values over several cells. */
export function cellsOver(list: readonly Cells[], measures: readonly PivotMeasure[]): Cells {
  // A single group is its own total, whatever measures it.
  const [only, ...others] = list;
  if (only && others.length === 0) return only;
  const over = (period: keyof Cells) =>
    measures.map((measure, at) => {
      const values = list.flatMap((cells) => cells[period][at] ?? []);
      const combine = combineOf(measure);
      return combine && values.length > 0 ? combine(values) : null;
    });
  return { now: over('now'), before: over('before') };
}

export const ROLLUP_STATS = ['min', 'max', 'sum', 'avg'] as const;
export type RollupStat = (typeof ROLLUP_STATS)[number];

/** A statistic over values (X§3). The average of whole values is rounded (X§9). */
export function rollup(stat: RollupStat, values: readonly number[]): number | null {
  if (values.length === 0) return null;
  if (stat === 'min') return least(values);
  if (stat === 'max') return most(values);
  if (stat === 'sum') return sum(values);
  const average = sum(values) / values.length;
  return values.every(Number.isInteger) ? Math.round(average) : average;
}
