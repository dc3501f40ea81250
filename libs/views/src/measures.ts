import type { ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { secondsIn, workdayOf } from '@cairn/query';

/** The most measures of one chart, and the most units, since a chart has two axes (ruling 14). */
export const MOST_MEASURES = 3;
const MOST_UNITS = 2;

/** The measures that a chart draws, with the axis of each; the labels of the others. */
export interface DrawnMeasures {
  readonly drawn: readonly Column[];
  /** The axis of each: 0 is the first, with the unit of the first measure. */
  readonly axes: readonly number[];
  readonly left: readonly string[];
}

/** Elapsed durations in any unit are told alike, so they share an axis; working time has days of its own. */
const unitOf = ({ unit }: Column): string => {
  if (workdayOf(unit) !== undefined) return unit ?? '';
  return secondsIn(unit) === undefined ? (unit ?? '') : 'duration';
};

/** Chooses the measures of an answer that fit on two axes. */
export function measuresOf(answer: ResultSet, most: number): DrawnMeasures {
  const all = answer.columns.filter(
    ({ role, period }) => (role === 'measure' || role === 'formula') && period !== 'comparison',
  );
  const units = [...new Set(all.map(unitOf))].slice(0, MOST_UNITS);
  const drawn = all.filter((column) => units.includes(unitOf(column))).slice(0, most);
  return {
    drawn,
    axes: drawn.map((column) => units.indexOf(unitOf(column))),
    left: most === 1 ? [] : all.filter((column) => !drawn.includes(column)).map(({ label }) => label),
  };
}
