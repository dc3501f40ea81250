import type { ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';

interface RowsOptions {
  /** The pixels of a row, and of what stands around all of them. */
  readonly row: number;
  readonly around: number;
  readonly most?: number;
}

/** The line that says how many rows are left out. */
const CUT_PX = 24;

/** The height of a picture with a row for each value of a group; one row without a group. */
export function rowsHeight(
  { numRows, get, meta }: ResultSet,
  group: Column | undefined,
  { row, around, most = Infinity }: RowsOptions,
): number {
  const values = new Set(Array.from({ length: group ? numRows : 1 }, (_, at) => group && get(group.key, at)));
  const isCut = meta.total > numRows || values.size > most;
  return Math.min(values.size, most) * row + around + (isCut ? CUT_PX : 0);
}
