import type { Column } from '@cairn/contracts';
import { changeOf } from '@cairn/query';
import type { ResultSet } from '@cairn/answer';

/** The column of the same measure in the compared period; undefined where nothing is compared. */
export function comparisonOf(answer: ResultSet, measure: Column | undefined): Column | undefined {
  return measure && answer.columns.find(({ key }) => key === `comparison(${measure.key})`);
}

/** "+12.50%" with two decimals (X§9), "new" where nothing was before (ruling 7), "n/a" where it cannot be computed (X§5). */
export function changeInWords(current: number | null, before: number | null): string {
  const { delta, percentage, isNew } = changeOf(current, before);
  if (delta === null || percentage === null) return 'n/a';
  return isNew ? 'new' : `${delta > 0 ? '+' : ''}${percentage.toFixed(2)}%`;
}
