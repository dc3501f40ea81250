import type { CellValue, ResultSet } from '@cairn/answer';
import { NULL_MARKER } from '@cairn/query';
import { comparisonOf } from '../change.ts';
import type { PivotMeasure } from './pivot-cells.ts';

/** The measures and formulas of an answer, each with its column in the compared period. */
export function pivotMeasures(answer: ResultSet): PivotMeasure[] {
  return answer.columns
    .filter(({ role, period }) => (role === 'measure' || role === 'formula') && period !== 'comparison')
    .map((column) => ({ column, before: comparisonOf(answer, column) }));
}

/** The key of a value of a group. */
export const valueKey = (value: CellValue): string =>
  value === null || value === '' ? NULL_MARKER : String(value);

/** The id of the row of some values, from the outermost to its own. */
export const rowPath = (values: readonly CellValue[]): string =>
  values.map((value) => `\u0000${valueKey(value)}`).join('');

/** A number of an answer; null for anything else, and without a column. */
export function numberAt(answer: ResultSet, key: string | undefined, row: number): number | null {
  const value = key === undefined ? null : answer.get(key, row);
  return typeof value === 'number' ? value : null;
}
