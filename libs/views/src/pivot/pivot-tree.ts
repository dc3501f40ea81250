import type { CellValue, ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { NULL_MARKER, type Weekday } from '@cairn/query';
import { formatNumber } from '@cairn/ui';
import { arrange, limited, OTHER, type Limited } from '../categories.ts';
import type { Category } from '../category.ts';
import { timeUnitOf } from '../periods.ts';
import type { FurtherAnswers, SelectedGroup } from '../view.ts';
import { totalCells, type TotalCells } from './total-queries.ts';
import { valueKey, pivotMeasures, numberAt, rowPath } from './pivot-answer.ts';
import { cellsOver, emptyCells, isSummed, type Cells, type PivotMeasure } from './pivot-cells.ts';

/** The key of the column that is over all columns. */
export const ALL = '';
const MOST_ACROSS = 60;

/** A row of the tree: a value of a group, with its cells by the key of the column. */
export interface PivotNode {
  readonly id: string;
  readonly label: string;
  /** 1 for the outermost rows, 0 for the whole. */
  readonly level: number;
  readonly groups: readonly SelectedGroup[];
  readonly children: readonly PivotNode[];
  readonly cells: ReadonlyMap<string, Cells>;
  /** The index of the measure that the row is of, where measures are rows. */
  readonly measure?: number;
  /** The rows of the innermost group that a row of a measure stands for. */
  readonly leaves?: readonly PivotNode[];
}

/** An answer as rows within rows, and one of its groups across the columns. */
export interface PivotTree {
  readonly whole: PivotNode;
  readonly rowColumns: readonly Column[];
  readonly acrossColumn: Column | undefined;
  /** The values across; none where no group goes across. */
  readonly across: readonly Category[];
  readonly measures: readonly PivotMeasure[];
  readonly cuts: readonly string[];
}

export interface PivotOptions {
  readonly timezone: string;
  readonly firstDay?: Weekday | undefined;
  readonly now: number;
  /** The index of the group that goes across; null for none. */
  readonly across: number | null;
  /** The last group is the outermost. */
  readonly invert?: boolean;
  /** The order of the values across. */
  readonly sortColumns?: 'natural' | 'value' | 'name';
  /** The keys of the measures that are shown; none for all. */
  readonly columns?: readonly string[];
  /** The answers of the queries for totals. */
  readonly further?: FurtherAnswers | undefined;
}

interface Growing {
  id: string;
  value: CellValue;
  groups: readonly SelectedGroup[];
  children: Map<string, Growing>;
  cells: Map<string, Cells>;
}

/** Arranges an answer as a tree of rows. Cells that can be computed from those within them are, all others stay empty. */
export function pivotTree(answer: ResultSet, options: PivotOptions): PivotTree {
  const groups = answer.columns.filter(({ role }) => role === 'group');
  const acrossColumn = options.across === null ? undefined : groups[options.across];
  const rows = groups.filter((column) => column !== acrossColumn);
  const rowColumns = options.invert ? rows.toReversed() : rows;
  const measures = shownMeasures(answer, options.columns);
  const totals = totalCells(options.further, { rowColumns, acrossColumn, measures });
  const { root, found } = grow(answer, rowColumns, acrossColumn, measures);
  const isWhole = answer.numRows >= answer.meta.total;
  const context = { answer, options, measures };
  const ranks = rowColumns.map((column, level) => rankOf(column, level, root, context));
  const all = acrossColumn ? acrossOf(acrossColumn, found, root, context) : [];
  const sums = measures.every(isSummed) && isWhole;
  const { kept, cut } = limited(all, weightsAcross(root, measures), {
    most: MOST_ACROSS,
    keeps: timeUnitOf(acrossColumn) ? 'last' : 'largest',
    sums,
  });
  const finish = (growing: Growing, level: number, label: string): PivotNode => {
    const rank = ranks[level];
    // Most rows have none within.
    const children =
      growing.children.size === 0
        ? NO_NODES
        : [...growing.children]
            .map(([key, child]) => ({ place: rank?.get(key), child }))
            .toSorted((a, b) => (a.place?.at ?? 0) - (b.place?.at ?? 0))
            .map(({ child, place }) => finish(child, level + 1, place?.label ?? ''));
    const own = cellsUp(growing, children, measures, cut);
    const cells = withTotals(own, growing.id, totals);
    return { id: growing.id, label, level, groups: growing.groups, children, cells };
  };
  const whole = finish(root, 0, 'Total');
  return {
    whole,
    rowColumns,
    acrossColumn,
    across: kept,
    measures,
    cuts: cutsOf(answer, { kept, cut }, acrossColumn, isWhole),
  };
}

/** The measures that are shown: the chosen ones that there are, else all. */
function shownMeasures(answer: ResultSet, columns: readonly string[] = []): PivotMeasure[] {
  const all = pivotMeasures(answer);
  const chosen = all.filter(({ column }) => columns.includes(column.key));
  return chosen.length > 0 ? chosen : all;
}

/** The cells of a row with those that the graph computed; its own cells of single groups are the same anyway. */
function withTotals(cells: ReadonlyMap<string, Cells>, id: string, totals: TotalCells) {
  const found = totals.size > 0 ? totals.get(id) : undefined;
  return found ? new Map([...cells, ...found]) : cells;
}

const NOTHING: readonly null[] = [];
const NO_NODES: readonly PivotNode[] = [];
const NO_CHILDREN = new Map<string, Growing>();

function grow(
  answer: ResultSet,
  rowColumns: readonly Column[],
  across: Column | undefined,
  measures: readonly PivotMeasure[],
): { root: Growing; found: ReadonlyMap<string, CellValue> } {
  const isCompared = measures.some(({ before }) => before);
  const root: Growing = { id: '', value: null, groups: [], children: new Map(), cells: new Map() };
  const found = new Map<string, CellValue>();
  for (let row = 0; row < answer.numRows; row += 1) {
    let node = root;
    for (const [level, column] of rowColumns.entries()) {
      const value = answer.get(column.key, row);
      const key = valueKey(value);
      let child = node.children.get(key);
      if (!child) {
        const id = node.id + rowPath([value]);
        child = {
          id,
          value,
          groups: [...node.groups, { column, value }],
          // The innermost rows have none within, so they share the empty one.
          children: level === rowColumns.length - 1 ? NO_CHILDREN : new Map(),
          cells: new Map(),
        };
        node.children.set(key, child);
      }
      node = child;
    }
    const value = across ? answer.get(across.key, row) : null;
    const key = across ? valueKey(value) : ALL;
    if (across) found.set(key, value);
    node.cells.set(key, {
      now: measures.map(({ column }) => numberAt(answer, column.key, row)),
      before: isCompared ? measures.map(({ before }) => numberAt(answer, before?.key, row)) : NOTHING,
    });
  }
  return { root, found };
}

interface Context {
  readonly answer: ResultSet;
  readonly options: PivotOptions;
  readonly measures: readonly PivotMeasure[];
}

/** The place and name of each value of a level. The same value stands at the same place in every row. */
function rankOf(
  column: Column,
  level: number,
  root: Growing,
  { answer, options, measures }: Context,
): ReadonlyMap<string, { at: number; label: string }> {
  const [found, weights] = [new Map<string, CellValue>(), new Map<string, number>()];
  const visit = (node: Growing, depth: number) => {
    for (const [key, child] of node.children) {
      if (depth < level) visit(child, depth + 1);
      else {
        found.set(key, child.value);
        weights.set(key, (weights.get(key) ?? 0) + weightOf(child, measures));
      }
    }
  };
  visit(root, 0);
  const ordered = arrange(found, column, answer, { ...options, maxCategories: 0, maxSeries: 0, weights });
  const ranks = new Map(ordered.map(({ key, label }, at) => [key, { at, label }]));
  // Periods leave out what has no date.
  for (const key of found.keys()) if (!ranks.has(key)) ranks.set(key, { at: ranks.size, label: 'n/a' });
  return ranks;
}

function weightOf(node: Growing, measures: readonly PivotMeasure[]): number {
  let weight = 0;
  for (const { now } of node.cells.values()) if (measures[0]) weight += Math.abs(now[0] ?? 0);
  for (const child of node.children.values()) weight += weightOf(child, measures);
  return weight;
}

/** How much each value across weighs over all rows. */
function weightsAcross(root: Growing, measures: readonly PivotMeasure[]): Map<string, number> {
  const weights = new Map<string, number>();
  const visit = (node: Growing) => {
    for (const [key, { now }] of node.cells) {
      if (measures[0]) weights.set(key, (weights.get(key) ?? 0) + Math.abs(now[0] ?? 0));
    }
    for (const child of node.children.values()) visit(child);
  };
  visit(root);
  return weights;
}

function acrossOf(
  column: Column,
  found: ReadonlyMap<string, CellValue>,
  root: Growing,
  { answer, options, measures }: Context,
): Category[] {
  const weights = weightsAcross(root, measures);
  const order = options.sortColumns ?? 'natural';
  const sorted = { order, ascending: order === 'name', maxCategories: 0, maxSeries: 0, weights };
  const all = arrange(found, column, answer, { ...options, ...sorted });
  if (!found.has(NULL_MARKER) || all.some(({ key }) => key === NULL_MARKER)) return all;
  return [...all, { key: NULL_MARKER, label: 'n/a', value: null, partial: false }];
}

/** The cells of a row: its own, or those over the rows within it; and one over all columns. */
function cellsUp(
  { cells: own }: Growing,
  children: readonly PivotNode[],
  measures: readonly PivotMeasure[],
  cut: readonly Category[],
): ReadonlyMap<string, Cells> {
  const hasCut = cut.length > 0;
  // Most rows are of one cell, which is their total too.
  if (children.length === 0 && !hasCut && own.has(ALL)) return own;
  const cells = new Map(own);
  const within = new Map<string, Cells[]>();
  for (const child of children) {
    for (const [key, each] of child.cells) {
      const list = within.get(key) ?? [];
      list.push(each);
      within.set(key, list);
    }
  }
  for (const [key, list] of within) cells.set(key, cellsOver(list, measures));
  // Over rows whose totals are known, the total is theirs; a row of single cells adds up its own.
  if (children.length === 0 && !own.has(ALL)) cells.set(ALL, cellsOver([...own.values()], measures));
  const others = hasCut ? cut.flatMap(({ key }) => own.get(key) ?? []) : [];
  if (children.length === 0 && others.length > 0) cells.set(OTHER, cellsOver(others, measures));
  if (cells.size === 0) cells.set(ALL, emptyCells(measures));
  return cells;
}

function cutsOf(
  answer: ResultSet,
  { kept, cut }: Limited,
  column: Column | undefined,
  isWhole: boolean,
): string[] {
  const { total } = answer.meta;
  const shown = kept.filter(({ key }) => key !== OTHER);
  const count = formatNumber;
  const keeps = timeUnitOf(column) ? 'last' : 'largest';
  // An Other of medians would be no median.
  const isUnsummed = cut.length > 0 && isWhole && shown.length === kept.length;
  return [
    ...(cut.length > 0
      ? [`the ${keeps} ${count(shown.length)} of ${count(shown.length + cut.length)} columns`]
      : []),
    ...(isUnsummed ? ['the others do not add up, so they are in the totals alone'] : []),
    ...(answer.numRows < total ? [`from the first ${count(answer.numRows)} of ${count(total)} groups`] : []),
  ];
}
