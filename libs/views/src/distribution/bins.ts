import type { ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';

/** Values from `start` up to, and without, `end`. */
export interface Bin {
  readonly start: number;
  readonly end: number;
  readonly count: number;
  /** Its part of all values. */
  readonly share: number;
}

export interface Bins {
  readonly bins: readonly Bin[];
  readonly column: Column | undefined;
  readonly total: number;
}

/** The bins of an answer in order; those without values are left out. */
export function binsOf(answer: ResultSet): Bins {
  const column = answer.columns.find(({ binWidth }) => binWidth !== undefined);
  const measure = answer.columns.find(({ role }) => role === 'measure');
  const width = column?.binWidth ?? 1;
  const found = Array.from({ length: answer.numRows }, (_, row) => {
    const [start, count] = [column, measure].map((each) => each && answer.get(each.key, row));
    return typeof start === 'number' && typeof count === 'number' ? [{ start, count }] : [];
  })
    .flat()
    .toSorted((a, b) => a.start - b.start);
  const total = found.reduce((sum, { count }) => sum + count, 0);
  const bins = found.map(({ start, count }) => ({
    start,
    end: start + width,
    count,
    share: count / (total || 1),
  }));
  return { bins, column, total };
}
