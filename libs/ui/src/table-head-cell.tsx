import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState, type ComponentProps, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import type { TableColumn, TableSort } from './table-props.ts';
import styles from './data-table.module.css';
import { MAX_WIDTH, MIN_WIDTH, type ColumnWidths } from './table-widths.ts';
import { Tooltip } from './tooltip.tsx';

export interface HeadCellProps<Row> extends Pick<
  ComponentProps<'div'>,
  'ref' | 'style' | 'onKeyDown' | 'onPointerDown'
> {
  readonly column: TableColumn<Row>;
  readonly sort: TableSort | null;
  readonly onSort: ((sort: TableSort) => void) | undefined;
  readonly widths: ColumnWidths;
  /** The handle by which the column is moved. */
  readonly grip?: ReactNode;
  readonly isDragged?: boolean;
}

/** The header of a column: its name, which sorts, and the handle of its width. */
export function HeadCell<Row>(props: HeadCellProps<Row>): ReactNode {
  const { column, sort, onSort, widths, grip, isDragged, ...handlers } = props;
  return (
    <div
      role="columnheader"
      className={styles.cell}
      data-head={column.id}
      data-numeric={column.numeric || undefined}
      data-movable={grip ? true : undefined}
      data-dragged={isDragged || undefined}
      aria-description={column.hint}
      aria-sort={column.sortable ? (sort?.id === column.id ? sort.direction : 'none') : undefined}
      {...handlers}
    >
      {grip}
      <HeaderLabel column={column} sort={sort} onSort={onSort} />
      <ResizeHandle column={column} widths={widths} />
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
  const text = <span className={styles.text}>{column.head ?? column.header}</span>;
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
    <Tooltip label={column.hint} size="medium">
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
    // The header around it may be dragged.
    event.stopPropagation();
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
