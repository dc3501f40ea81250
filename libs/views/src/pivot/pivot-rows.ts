import { changeOf } from '@cairn/query';
import type { ChangeLook } from '../change.ts';
import type { Cells } from './pivot-cells.ts';
import { ALL, type PivotNode, type PivotTree } from './pivot-tree.ts';

/** A column of figures: a value across (or all of them), a measure, and what of it is shown. */
export interface PivotColumn {
  readonly id: string;
  /** The key of the value across; `ALL` for the whole row. */
  readonly across: string;
  /** The index of the measure. */
  readonly measure: number;
  readonly shows: 'now' | 'before' | 'change';
}

export interface PivotSort {
  readonly id: string;
  readonly direction: 'ascending' | 'descending';
}

/** The id of the column that names the rows. */
export const NAMES = 'name';
/** Sorts by the whole of the first measure (X§4). */
export const BY_VALUE = 'value';

/** The columns of figures in order: those of each value across, then those over all. */
export function pivotColumns(
  { across, acrossColumn, measures }: PivotTree,
  shown: { readonly totals: boolean; readonly values: boolean; readonly measureRows?: boolean },
): PivotColumn[] {
  const keys = across.map(({ key }) => key);
  const all = acrossColumn ? [...keys, ...(shown.totals ? [ALL] : [])] : [ALL];
  // Where each measure has rows of its own, a column is of all of them.
  const columns = shown.measureRows ? measures.slice(0, 1) : measures;
  return all.flatMap((key) =>
    columns.flatMap(({ column, before }, measure) => {
      const of = (shows: PivotColumn['shows']): PivotColumn => ({
        id: `${key}\u0000${column.key}${shows === 'now' ? '' : `\u0000${shows}`}`,
        across: key,
        measure,
        shows,
      });
      if (!before) return [of('now')];
      return [of('now'), ...(shown.values ? [of('before')] : []), of('change')];
    }),
  );
}

/** The index of the measure of a cell: that of its row, where measures are rows, else that of its column. */
export const measureAt = (node: PivotNode, column: PivotColumn): number => node.measure ?? column.measure;

/** The values of a cell in both periods. */
export function periodsOf(node: PivotNode, column: PivotColumn): [now: number | null, before: number | null] {
  const cells: Cells | undefined = node.cells.get(column.across);
  const at = measureAt(node, column);
  return [cells?.now[at] ?? null, cells?.before[at] ?? null];
}

/** The figure of a cell; of a change, its percentage or the difference. */
export function figureOf(
  node: PivotNode,
  column: PivotColumn,
  showChangeAs: ChangeLook['showChangeAs'] = 'percentage',
): number | null {
  const [now, before] = periodsOf(node, column);
  if (column.shows !== 'change') return column.shows === 'now' ? now : before;
  const { percentage, delta } = changeOf(now, before);
  return showChangeAs === 'value' ? delta : percentage;
}

/** Some of the outermost rows, counted from 0. */
export interface RowPage {
  readonly from: number;
  readonly to: number;
}

/** The rows of a page with all that is open within them, in the order of a sort; without one as the tree has them. */
export function openRows(
  { whole }: PivotTree,
  isOpen: (node: PivotNode) => boolean,
  compare: RowOrder | null,
  page?: RowPage,
): PivotNode[] {
  const rows: PivotNode[] = [];
  const sorted = (nodes: readonly PivotNode[]) => (compare ? nodes.toSorted(compare) : nodes);
  const visit = (nodes: readonly PivotNode[]) => {
    for (const node of nodes) {
      rows.push(node);
      if (node.children.length > 0 && isOpen(node)) visit(sorted(node.children));
    }
  };
  visit(sorted(whole.children).slice(page?.from, page?.to));
  return rows;
}

type RowOrder = (left: PivotNode, right: PivotNode) => number;

/** The rows of measures stay first and in their order, whatever sorts the groups. */
const measuresFirst =
  (compare: RowOrder): RowOrder =>
  (left, right) =>
    (left.measure ?? Number.MAX_VALUE) - (right.measure ?? Number.MAX_VALUE) || compare(left, right);

/** What a column has for a row. */
export type FigureOfRow = (node: PivotNode) => number | null;

/** The figures of a column of measures by its id; undefined where there is no such column. */
export function figuresOf(
  columns: readonly PivotColumn[],
  id: string,
  showChangeAs?: ChangeLook['showChangeAs'],
): FigureOfRow | undefined {
  const column = columns.find((each) =>
    id === BY_VALUE ? each.across === ALL && each.measure === 0 && each.shows === 'now' : each.id === id,
  );
  return column && ((node) => figureOf(node, column, showChangeAs));
}

/** The order of rows by their names or by figures. Rows without a figure come last. */
export function rowOrder({ id, direction }: PivotSort, figure: FigureOfRow | undefined): RowOrder | null {
  const turn = direction === 'ascending' ? 1 : -1;
  if (id === NAMES)
    return measuresFirst(
      (left, right) => turn * left.label.localeCompare(right.label, 'en', { numeric: true }),
    );
  if (!figure) return null;
  return measuresFirst((left, right) => {
    const [a, b] = [figure(left), figure(right)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return turn * (a - b);
  });
}

/** The rows of the innermost group within a row, which may be itself. */
export function leavesOf(node: PivotNode): readonly PivotNode[] {
  if (node.leaves) return node.leaves;
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
}
