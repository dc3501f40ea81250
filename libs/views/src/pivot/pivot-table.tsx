import type { ResultSet } from '@cairn/answer';
import { DataTable, lazyComponent, TableSkeleton, type TableSort } from '@cairn/ui';
import { Suspense, useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { sentence } from '../chart.tsx';
import type { Selection, ViewProps } from '../view.ts';
import { figureColumn, namesColumn, rollupColumns, rollupOf } from './pivot-columns.tsx';
import { withMeasureRows } from './measure-rows.ts';
import type { PivotConfig } from './pivot-config.ts';
import { usePivotPages, type PivotPages } from './pivot-pages.ts';
import { figuresOf, openRows, pivotColumns, rowOrder, type PivotColumn } from './pivot-rows.ts';
import { ALL, pivotTree, type PivotNode, type PivotTree } from './pivot-tree.ts';
import styles from './pivot.module.css';

export interface PivotTableProps extends ViewProps<PivotConfig> {
  /** The index of the group that goes across; null for none. */
  readonly across: number | null;
}

/** The most rows that are open from the start. */
const FEW = 200;

/**
 * Rows within rows with figures. A large answer is arranged while the page goes on answering: what is shown stays until
 * the next rows are ready.
 */
export function PivotTable(props: PivotTableProps): ReactNode {
  const answer = useDeferredValue<ResultSet | null>(props.answer, null);
  return answer ? <Rows {...props} answer={answer} /> : <TableSkeleton />;
}

/** The rows, which open, close, sort and lead to what is behind a cell. */
function Rows(props: PivotTableProps): ReactNode {
  const { config, label, onSelect, onConfigChange } = props;
  const { totals, showChangeValues, showChangeAs } = config;
  const tree = usePivotTree(props);
  const measureRows = hasMeasureRows(config, tree);
  const figures = useMemo(
    () => pivotColumns(tree, { totals, values: showChangeValues, measureRows }),
    [tree, totals, showChangeValues, measureRows],
  );
  const folds = useFolds(tree, config);
  const sort = sortOf(config);
  const compare =
    sort && rowOrder(sort, figuresOf(figures, sort.id, showChangeAs) ?? rollupOf(tree, config, sort.id));
  const frame = useRef<HTMLDivElement>(null);
  const pages = usePivotPages(frame, tree, config);
  const rows =
    tree.rowColumns.length === 0
      ? [tree.whole]
      : openRows(tree, (node) => folds.isOpen(node) === true, compare, pages);
  const choose =
    onSelect &&
    ((node: PivotNode, column: PivotColumn | null, at: Selection['anchor']) => {
      onSelect({ groups: groupsOf(tree, node, column), anchor: at });
    });
  const hasTotal = totals && tree.rowColumns.length > 0 && !measureRows;
  const columns = [
    namesColumn(tree, hasTotal),
    ...figures.map((column) => figureColumn(tree, column, { config, hasTotal, choose })),
    ...rollupColumns(tree, config, hasTotal),
  ];
  const hasLevels = tree.rowColumns.length > 1 || measureRows;
  return (
    <div className={styles.frame} ref={frame}>
      <div className={styles.table}>
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          pinned
          widths={config.widths}
          {...(onConfigChange ? { onWidths: (widths) => onConfigChange({ ...config, widths }) } : {})}
          sort={sort && (sort.id === 'value' ? { ...sort, id: totalId(figures) } : sort)}
          {...(onConfigChange && config.enableSorting
            ? { onSort: ({ id }: TableSort) => onConfigChange({ ...config, ...nextSort(sort, id) }) }
            : {})}
          {...(choose ? { onOpen: (node: PivotNode) => choose(node, null, focused()) } : {})}
          tree={hasLevels ? folds : undefined}
        />
      </div>
      {pages.total > pages.size && <PivotPager pages={pages} />}
      {tree.cuts.length > 0 && <p className={styles.cuts}>{sentence(tree.cuts)}</p>}
    </div>
  );
}

const Pager = lazyComponent(async () => (await import('@cairn/ui/fields')).Pager);

/** Leads through the outermost rows. */
function PivotPager({ pages }: { readonly pages: PivotPages }): ReactNode {
  return (
    <div className={styles.pager} data-no-export>
      <Suspense>
        <Pager
          label="Pages"
          page={pages.page}
          pageSize={pages.size}
          total={pages.total}
          onPage={pages.turnTo}
        />
      </Suspense>
    </div>
  );
}

const hasMeasureRows = ({ measuresAsColumns }: PivotConfig, { measures, rowColumns }: PivotTree) =>
  !measuresAsColumns && measures.length > 1 && rowColumns.length > 0;

/** The answer as a tree, with the totals that the graph was asked for. */
function usePivotTree(props: PivotTableProps): PivotTree {
  const { answer, config, across, timezone, firstDay, now, further } = props;
  const { invertNesting: invert, sortColumns, columns } = config;
  const tree = useMemo(
    () => pivotTree(answer, { timezone, firstDay, now, across, sortColumns, columns, further, invert }),
    [answer, timezone, firstDay, now, across, invert, sortColumns, columns, further],
  );
  return useMemo(
    () => (hasMeasureRows(config, tree) ? withMeasureRows(tree, config.totals) : tree),
    [tree, config],
  );
}

/** Which rows are open: those that a person opened or closed, all others as the settings say. */
function useFolds(tree: PivotTree, { opened }: PivotConfig) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const isFew = useMemo(() => {
    const count = (node: PivotNode): number => node.children.reduce((sum, each) => sum + count(each), 1);
    return count(tree.whole) <= FEW;
  }, [tree]);
  const byDefault = opened === 'all' || (opened === 'auto' && isFew);
  const isOpen = ({ id }: PivotNode) => turned.has(id) !== byDefault;
  return {
    levelOf: ({ level }: PivotNode) => Math.max(1, level),
    isOpen: (node: PivotNode) => (node.children.length > 0 ? isOpen(node) : undefined),
    onToggle: ({ id }: PivotNode) =>
      setTurned((all) =>
        all.has(id) ? new Set([...all].filter((each) => each !== id)) : new Set([...all, id]),
      ),
  };
}

const sortOf = ({ enableSorting, sortBy, sortDirection }: PivotConfig): TableSort | null =>
  enableSorting && sortBy !== null ? { id: sortBy, direction: sortDirection } : null;

const totalId = (figures: readonly PivotColumn[]): string =>
  figures.find(({ across, measure }) => across === ALL && measure === 0)?.id ?? '';

/** A header sorts ascending, descending, then not at all (X§4). */
function nextSort(sort: TableSort | null, id: string): Pick<PivotConfig, 'sortBy' | 'sortDirection'> {
  if (sort?.id !== id) return { sortBy: id, sortDirection: 'ascending' };
  if (sort.direction === 'ascending') return { sortBy: id, sortDirection: 'descending' };
  return { sortBy: null, sortDirection: 'ascending' };
}

/** The groups that a cell stands for. */
function groupsOf(tree: PivotTree, node: PivotNode, column: PivotColumn | null): Selection['groups'] {
  const value = column && tree.across.find(({ key }) => key === column.across);
  if (!value || !tree.acrossColumn) return node.groups;
  const { except } = value;
  return [...node.groups, { column: tree.acrossColumn, value: value.value, ...(except ? { except } : {}) }];
}

function focused(): Selection['anchor'] {
  const box = document.activeElement?.getBoundingClientRect();
  return box ? { x: box.left + Math.min(200, box.width / 2), y: box.top + box.height / 2 } : { x: 0, y: 0 };
}
