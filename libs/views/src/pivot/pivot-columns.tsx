import type { TableColumn } from '@cairn/ui';
import { PathText } from '@cairn/ui/viewers';
import type { MouseEvent, ReactNode } from 'react';
import { changeInWords } from '../change.ts';
import { formatFitting, formatValue } from '../format.ts';
import { headerHint } from '../sample-size.ts';
import { ChangeCell } from '../table/change-cell.tsx';
import type { Selection } from '../view.ts';
import { rollup, ROLLUP_STATS, whyNoTotal, type RollupStat } from './pivot-cells.ts';
import { rollupId, type PivotConfig } from './pivot-config.ts';
import { isHeader } from './measure-rows.ts';
import {
  figureOf,
  leavesOf,
  measureAt,
  NAMES,
  periodsOf,
  type FigureOfRow,
  type PivotColumn,
} from './pivot-rows.ts';
import { ALL, type PivotNode, type PivotTree } from './pivot-tree.ts';
import styles from './pivot.module.css';

/** The column that names the rows. */
export function namesColumn(tree: PivotTree, hasTotal: boolean): TableColumn<PivotNode> {
  return {
    id: NAMES,
    header: tree.rowColumns.map(({ label }) => label).join(' › ') || 'All',
    sortable: true,
    width: 280,
    // Measures stand a level deeper, and their names are long.
    least: isHeader(tree.whole.children[0] ?? tree.whole) ? 220 : 160,
    cell: ({ label }) => <Name text={label} />,
    text: ({ label }) => label,
    ...(hasTotal ? { total: 'Total' } : {}),
  };
}

/** The name of a row, or of a value across. */
function Name({ text }: { readonly text: string }): ReactNode {
  return (
    <span className={styles.text} title={text}>
      <PathText text={text} />
    </span>
  );
}

/** The most characters that a column of figures has room for. */
const LONGEST = 14;

interface FigureContext {
  readonly config: PivotConfig;
  readonly hasTotal: boolean;
  readonly choose: ((node: PivotNode, column: PivotColumn, anchor: Selection['anchor']) => void) | undefined;
}

/** The column of a measure, of one value across or of all. */
export function figureColumn(
  tree: PivotTree,
  column: PivotColumn,
  { config, hasTotal, choose }: FigureContext,
): TableColumn<PivotNode> {
  const measure = tree.measures[column.measure];
  const isOne = tree.measures.length === 1 || isHeader(tree.whole.children[0] ?? tree.whole);
  const isSingle = isOne && measure?.before === undefined;
  const value = tree.across.find(({ key }) => key === column.across);
  const above = tree.acrossColumn ? (value?.label ?? 'Total') : undefined;
  const name =
    column.shows === 'change'
      ? 'Change'
      : column.shows === 'before'
        ? 'Before'
        : isOne && tree.measures.length > 1
          ? 'Value'
          : (measure?.column.label ?? '');
  const header = isSingle && above !== undefined ? above : name;
  const cell = (node: PivotNode, active: boolean) => (
    <Figure {...{ tree, node, column, config, active }} choose={choose} />
  );
  return {
    id: column.id,
    header,
    ...(header === value?.label ? { head: <Name text={header} /> } : {}),
    group: isSingle ? undefined : above,
    numeric: true,
    sortable: config.enableSorting,
    width: Math.min(200, Math.max(110, header.length * 7 + 40)),
    least: column.shows === 'change' ? 112 : Math.min(140, Math.max(84, header.length * 7 + 28)),
    ...(measure ? { hint: headerHint(measure.column) } : {}),
    text: (node) => figureText(tree, node, column, config),
    cell,
    ...(hasTotal
      ? { total: <Figure {...{ tree, node: tree.whole, column, config }} choose={undefined} /> }
      : {}),
  };
}

/** A cell as it is copied. */
function figureText(tree: PivotTree, node: PivotNode, column: PivotColumn, config: PivotConfig): string {
  if (isHeader(node)) return '';
  const unit = tree.measures[measureAt(node, column)]?.column.unit;
  if (column.shows === 'change') return changeInWords(...periodsOf(node, column), config, unit);
  const figure = figureOf(node, column);
  return figure === null ? '-' : formatValue(figure, unit);
}

interface FigureProps extends Pick<FigureContext, 'choose' | 'config'> {
  readonly tree: PivotTree;
  readonly node: PivotNode;
  readonly column: PivotColumn;
  readonly active?: boolean;
}

/** One cell: its figure, which leads to what is behind it. Zero and nothing are a dash (X§5). */
function Figure({ tree, node, column, config, active = false, choose }: FigureProps): ReactNode {
  if (isHeader(node)) return null;
  const measure = tree.measures[measureAt(node, column)];
  const unit = measure?.column.unit;
  if (column.shows === 'change') {
    const [now, before] = periodsOf(node, column);
    if (now === null && before === null) return <span className={styles.nothing}>-</span>;
    return <ChangeCell current={now} before={before} unit={unit} look={config} />;
  }
  const figure = figureOf(node, column);
  if (figure === null || figure === 0) {
    const isOver = node.children.length > 0 || (column.across === ALL && tree.across.length > 1);
    const why = figure === null && isOver && measure ? whyNoTotal(measure) : undefined;
    return (
      <span className={styles.nothing} title={why}>
        -
      </span>
    );
  }
  const text = formatFitting(figure, unit, LONGEST);
  const exact = formatValue(figure, unit);
  if (!choose || column.shows === 'before')
    return (
      <span className={styles.text} title={exact}>
        {text}
      </span>
    );
  const open = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const isPointed = event.detail > 0;
    const center = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    choose(node, column, isPointed ? { x: event.clientX, y: event.clientY } : center);
  };
  return (
    <button
      type="button"
      className={styles.figure}
      tabIndex={active ? 0 : -1}
      title={text === exact ? undefined : exact}
      onClick={open}
    >
      {text}
    </button>
  );
}

const STAT_NAMES: Readonly<Record<RollupStat, string>> = {
  min: 'Smallest',
  max: 'Largest',
  sum: 'Sum',
  avg: 'Average',
};

/** The measure of the statistics: the chosen one, else the first. */
function rollupIndex(tree: PivotTree, { rollupMeasureKey }: PivotConfig): number {
  return Math.max(
    0,
    tree.measures.findIndex(({ column }) => column.key === rollupMeasureKey),
  );
}

/** A statistic of the cells of a row, or of the rows within it. */
function rollupIn(tree: PivotTree, config: PivotConfig, stat: RollupStat): FigureOfRow {
  const index = rollupIndex(tree, config);
  return (node) => {
    const values = leavesOf(node).flatMap(({ cells }) =>
      [...cells].flatMap(([key, { now }]) =>
        (tree.acrossColumn ? key !== ALL : true) ? (now[node.measure ?? index] ?? []) : [],
      ),
    );
    return rollup(stat, values);
  };
}

/** The figures of a column of statistics by its id; undefined for any other column. */
export function rollupOf(tree: PivotTree, config: PivotConfig, id: string): FigureOfRow | undefined {
  const stat = ROLLUP_STATS.find((each) => rollupId(each) === id);
  return stat && rollupIn(tree, config, stat);
}

/** The statistics of the cells of a row, or of the rows within it (X§3). */
export function rollupColumns(
  tree: PivotTree,
  config: PivotConfig,
  hasTotal: boolean,
): TableColumn<PivotNode>[] {
  const index = rollupIndex(tree, config);
  const measure = tree.measures[index]?.column;
  if (!config.showRollups || !measure) return [];
  return config.selectedRollupStats.map((stat) => {
    const figure = rollupIn(tree, config, stat);
    const text = (node: PivotNode) => {
      if (isHeader(node)) return '';
      const value = figure(node);
      return value === null ? '-' : formatValue(value, tree.measures[node.measure ?? index]?.column.unit);
    };
    return {
      id: rollupId(stat),
      header: STAT_NAMES[stat],
      group: `Cells: ${measure.label}`,
      hint: `${STAT_NAMES[stat]} of the cells in the row, or in the rows within it`,
      numeric: true,
      sortable: config.enableSorting,
      width: 110,
      least: 84,
      cell: text,
      text,
      ...(hasTotal ? { total: text(tree.whole) } : {}),
    };
  });
}
