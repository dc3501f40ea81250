import { useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import styles from './data-table.module.css';
import { hasGroups, TableHead } from './table-head.tsx';
import { useCopyMenu } from './table-copy.tsx';
import { useColumnMoves } from './table-move.ts';
import { VisuallyHidden } from './text.tsx';
import { TableRow } from './table-row.tsx';
import { useHiddenSides } from './table-edges.ts';
import { useRowFocus } from './table-focus.ts';
import type { DataTableProps } from './table-props.ts';
import { useColumnWidths } from './table-widths.ts';
import { useRowWindow } from './table-window.ts';

/** A table of more rows is virtual (W§9). It fills its page: 70vh would leave a gap beneath it. */
export const VIRTUAL_FROM = 50;
const HEAD = 33;

/**
 * A table with sortable, resizable columns; virtual beyond 50 rows. Arrow keys, Home, End and Page keys move,
 * Enter opens. A table that is too wide scrolls inside its frame, and a fade marks the side with hidden
 * columns.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { columns, rows, rowHeight = 32 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const widths = useColumnWidths(columns, Boolean(props.rowMenu), props);
  const moves = useColumnMoves(columns, props.onMove);
  const copying = useCopyMenu(props, moves);
  const size = rowHeight + 1;
  const virtual = rows.length > VIRTUAL_FROM && !props.wrap;
  const hasTotals = columns.some(({ total }) => total !== undefined);
  const sticky = HEAD * (hasGroups(columns) ? 2 : 1) + (hasTotals ? size : 0);
  const { range, reveal } = useRowWindow(frame, size, rows.length, { enabled: virtual, sticky });
  const focus = useRowFocus(frame, rows.length, Math.floor(400 / size), reveal);
  const edges = useHiddenSides(frame);
  return (
    <div className={styles.frame} ref={edges}>
      <div
        className={styles.table}
        ref={frame}
        data-pinned={props.pinned || undefined}
        data-wrap={props.wrap || undefined}
        {...copying.handlers}
      >
        <div
          role={props.tree ? 'treegrid' : 'grid'}
          aria-label={props.label}
          aria-rowcount={(props.total ?? rows.length) + 1}
          style={{ '--cn-columns': widths.template, minWidth: widths.least } as CSSProperties}
        >
          <TableHead {...props} widths={widths} moves={moves} />
          <TableBody {...props} {...{ rowHeight, virtual, range, focus }} />
          {hasTotals && <TotalRow columns={columns} rowHeight={rowHeight} hasMenu={Boolean(props.rowMenu)} />}
        </div>
        {rows.length === 0 && props.empty}
        {copying.menu}
        {moves.said !== '' && (
          <VisuallyHidden as="p" role="status">
            {moves.said}
          </VisuallyHidden>
        )}
      </div>
    </div>
  );
}

interface TableBodyProps<Row> extends DataTableProps<Row> {
  rowHeight: number;
  /** Only the rows in the range are drawn, each at its place. */
  virtual: boolean;
  range: readonly [first: number, end: number];
  focus: ReturnType<typeof useRowFocus>;
}

function TableBody<Row>({ virtual, range, focus, ...props }: TableBodyProps<Row>): ReactNode {
  const { rows, rowHeight } = props;
  const [first, end] = range;
  const size = rowHeight + 1;
  const drawn = useDrawnRows({ virtual, focus, ...props });
  return (
    <div
      role="rowgroup"
      className={props.dimmed ? `${styles.body} ${styles.dimmed}` : styles.body}
      aria-busy={props.dimmed}
      style={virtual ? { position: 'relative', height: rows.length * size } : undefined}
      onKeyDown={focus.onKeyDown}
    >
      {rows.slice(first, end).map((_, offset) => drawn(first + offset))}
    </div>
  );
}

/** More rows than are in sight; those scrolled past are drawn again when they come back. */
const MOST_DRAWN = 400;

/** The same function, which draws each index once. */
function remembered(draw: (index: number) => ReactNode): (index: number) => ReactNode {
  const drawn = new Map<number, ReactNode>();
  return (index) => {
    const before = drawn.get(index);
    if (before !== undefined) return before;
    if (drawn.size > MOST_DRAWN) drawn.clear();
    const row = draw(index);
    drawn.set(index, row);
    return row;
  };
}

/** Draws each row once, so that scrolling draws those alone that come into sight. */
function useDrawnRows<Row>(props: Omit<TableBodyProps<Row>, 'range'>): (index: number) => ReactNode {
  const { columns, rows, rowId, onOpen, rowMenu, rowName, rowHeight, wrap, tree, virtual } = props;
  const { active, setActive, moveTo } = props.focus;
  return useMemo(() => {
    const shared = { columns, onOpen, rowMenu, rowName, rowHeight, wrap, tree };
    const parent = (index: number) => moveTo(parentOf(index, { rows, tree }));
    return remembered((index) => {
      const row = rows[index];
      if (row === undefined) return null;
      return (
        <TableRow
          {...shared}
          key={rowId(row)}
          row={row}
          index={index}
          top={virtual ? index * (rowHeight + 1) : undefined}
          active={index === active}
          onActive={() => setActive(index)}
          onParent={() => parent(index)}
        />
      );
    });
  }, [
    columns,
    rows,
    rowId,
    onOpen,
    rowMenu,
    rowName,
    rowHeight,
    wrap,
    tree,
    virtual,
    active,
    setActive,
    moveTo,
  ]);
}

/** The row that a row is in; the row itself where it is outermost. */
function parentOf<Row>(index: number, { rows, tree }: Pick<DataTableProps<Row>, 'rows' | 'tree'>): number {
  const levelAt = (at: number) => {
    const row = rows[at];
    return row !== undefined && tree ? tree.levelOf(row) : 0;
  };
  for (let at = index - 1; at >= 0; at -= 1) if (levelAt(at) < levelAt(index)) return at;
  return index;
}

interface TotalRowProps<Row> extends Pick<DataTableProps<Row>, 'columns'> {
  rowHeight: number;
  hasMenu: boolean;
}

/** The last row, which stays in view. */
function TotalRow<Row>({ columns, rowHeight, hasMenu }: TotalRowProps<Row>): ReactNode {
  return (
    <div role="rowgroup" className={styles.totals}>
      <div role="row" className={styles.row} style={{ height: rowHeight + 1 }}>
        {columns.map(({ id, numeric, total }) => (
          <div key={id} role="gridcell" className={styles.cell} data-numeric={numeric || undefined}>
            {total}
          </div>
        ))}
        {hasMenu && <div role="gridcell" className={styles.cell} />}
      </div>
    </div>
  );
}
