import { useRef, type ReactNode } from 'react';
import type { DataTableProps } from './table-props.ts';
import styles from './data-table.module.css';
import { HeadCell } from './table-head-cell.tsx';
import { useDragging } from './table-drag-loading.ts';
import type { ColumnWidths } from './table-widths.ts';
import type { ColumnMoves } from './table-move.ts';
import { VisuallyHidden } from './text.tsx';

/** The sticky header of a DataTable. */
export function TableHead<Row>({
  columns,
  sort = null,
  onSort,
  onMove,
  rowMenu,
  widths,
  moves,
}: Omit<DataTableProps<Row>, 'widths'> & {
  widths: ColumnWidths;
  moves: ColumnMoves;
}): ReactNode {
  const row = useRef<HTMLDivElement>(null);
  const hasMoves = onMove !== undefined && columns.some(({ movable }) => movable);
  const { DraggedHeads, onIntent } = useDragging(row, hasMoves);
  const shared = { sort, onSort, widths };
  return (
    <div role="rowgroup" className={styles.head} onPointerEnter={onIntent} onFocus={onIntent}>
      <GroupHeads columns={columns} />
      <div role="row" className={styles.row} aria-rowindex={1} ref={row}>
        {DraggedHeads && hasMoves ? (
          <DraggedHeads columns={columns} moves={moves} {...shared} />
        ) : (
          columns.map((column) => (
            <HeadCell key={column.id} column={column} {...shared} {...moves.handlersOf(column)} />
          ))
        )}
        {rowMenu && (
          <div role="columnheader" className={`${styles.cell} ${styles.menu}`}>
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
