import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import type { DataTableProps, TableColumn, TableSort } from './table-props.ts';
import styles from './data-table.module.css';
import { MAX_WIDTH, MIN_WIDTH, type ColumnWidths } from './table-widths.ts';
import type { ColumnMoves } from './table-move.ts';
import { VisuallyHidden } from './text.tsx';
import { Tooltip } from './tooltip.tsx';

/** The sticky header of a DataTable. */
export function TableHead<Row>({
  columns,
  sort = null,
  onSort,
  rowMenu,
  widths,
  moves,
}: Omit<DataTableProps<Row>, 'widths'> & {
  widths: ColumnWidths;
  moves: ColumnMoves;
}): ReactNode {
  return (
    <div role="rowgroup" className={styles.head}>
      <GroupHeads columns={columns} />
      <div role="row" className={styles.row} aria-rowindex={1}>
        {columns.map((column) => (
          <div
            key={column.id}
            role="columnheader"
            className={styles.cell}
            data-numeric={column.numeric || undefined}
            aria-description={column.hint}
            {...moves.handlersOf(column)}
            aria-sort={column.sortable ? (sort?.id === column.id ? sort.direction : 'none') : undefined}
          >
            <HeaderLabel column={column} sort={sort} onSort={onSort} />
            <ResizeHandle column={column} widths={widths} />
          </div>
        ))}
        {rowMenu && (
          <div role="columnheader" className={styles.cell}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </div>
        )}
      </div>
    </div>
  );
}

/** Whether columns stand under shared headers. */
export const hasGroups = (columns: readonly { readonly group?: string | undefined }[]): boolean =>
  columns.some(({ group }) => group !== undefined);

/** The row of shared headers, each as wide as its columns. */
function GroupHeads<Row>({ columns }: Pick<DataTableProps<Row>, 'columns'>): ReactNode {
  if (!hasGroups(columns)) return null;
  const spans: { group: string | undefined; first: string; count: number }[] = [];
  for (const { id, group } of columns) {
    const last = spans.at(-1);
    if (last && group !== undefined && last.group === group) last.count += 1;
    else spans.push({ group, first: id, count: 1 });
  }
  return (
    <div role="row" className={styles.row} data-group-heads>
      {spans.map(({ group, first, count }) => (
        <div
          key={first}
          role="columnheader"
          aria-colspan={count}
          className={styles.cell}
          style={{ gridColumn: `span ${count}` }}
          title={group}
        >
          <span className={styles.text}>{group}</span>
        </div>
      ))}
    </div>
  );
}

function HeaderLabel<Row>({
  column,
  sort,
  onSort,
}: {
  column: TableColumn<Row>;
  sort: TableSort | null;
  onSort: ((sort: TableSort) => void) | undefined;
}): ReactNode {
  const mine = sort?.id === column.id ? sort.direction : null;
  const next = mine === 'ascending' || (mine === null && column.numeric) ? 'descending' : 'ascending';
  const Arrow = mine === 'descending' ? ArrowDown : ArrowUp;
  const text = <span className={styles.text}>{column.header}</span>;
  const label =
    column.sortable && onSort ? (
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ id: column.id, direction: next })}
      >
        {text}
        {mine && <Arrow aria-hidden />}
      </button>
    ) : (
      text
    );
  return column.hint ? (
    <Tooltip label={column.hint} maw={280}>
      {label}
    </Tooltip>
  ) : (
    label
  );
}

const widthNow = (handle: HTMLElement) => handle.parentElement?.offsetWidth ?? 200;

function ResizeHandle<Row>({
  column,
  widths,
}: {
  column: TableColumn<Row>;
  widths: ColumnWidths;
}): ReactNode {
  const [start, setStart] = useState<{ x: number; width: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setStart({ x: event.clientX, width: widthNow(event.currentTarget) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (!step) return;
    event.preventDefault();
    widths.set(column.id, widthNow(event.currentTarget) + step);
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${column.header}`}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={widths.of(column.id) ?? 200}
      tabIndex={0}
      className={styles.resize}
      data-dragging={start ? true : undefined}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => start && widths.set(column.id, start.width + event.clientX - start.x)}
      onPointerUp={() => setStart(null)}
      onKeyDown={onKeyDown}
    />
  );
}
