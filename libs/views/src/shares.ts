import type { ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import type { ViewConfig } from './view.ts';

/**
 * Whether the values of a column add up, so that each is a share of their sum. Those of a median do not, nor counts of
 * what is in several groups.
 */
export const addsUp = ({ reducer, overlap }: Column): boolean =>
  (reducer === 'count' || reducer === 'sum') && overlap === undefined;

/** An answer with the values of a measure as shares of their sum, where a view is set to it and they add up. */
export function inShares(answer: ResultSet, { asPercent }: ViewConfig): ResultSet {
  if (asPercent !== true || answer.numRows < answer.meta.total) return answer;
  const sums = new Map<string, number>();
  for (const column of answer.columns) {
    const sum = addsUp(column) ? sumOf(answer, column.key) : 0;
    if (sum > 0) sums.set(column.key, sum);
  }
  const columns = answer.columns.map((column) =>
    sums.has(column.key) ? { ...column, unit: 'fraction' } : column,
  );
  const get: ResultSet['get'] = (key, row) => {
    const value = answer.get(key, row);
    const sum = sums.get(key);
    return sum !== undefined && typeof value === 'number' ? value / sum : value;
  };
  return { ...answer, columns, get };
}

function sumOf(answer: ResultSet, key: string): number {
  let sum = 0;
  for (let row = 0; row < answer.numRows; row += 1) {
    const value = answer.get(key, row);
    if (typeof value === 'number') sum += Math.abs(value);
  }
  return sum;
}
