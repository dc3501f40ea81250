import { useRef, type CSSProperties, type ReactNode } from 'react';
import styles from './data-table.module.css';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { useHiddenSides } from './table-edges.ts';
import { useRowFocus } from './table-focus.ts';
import type { DataTableProps } from './table-props.ts';
import { useColumnWidths } from './table-widths.ts';
import { useRowWindow } from './table-window.ts';

const VIRTUAL_FROM = 50;

/**
 * A table with sortable, resizable columns; virtual beyond 50 rows. Arrow keys, Home, End and Page keys move,
 * Enter opens. A table that is too wide scrolls inside its frame, and a fade marks the side with hidden
 * columns.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { columns, rows, rowId, rowHeight = 32 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const widths = useColumnWidths(columns, Boolean(props.rowMenu));
  const size = rowHeight + 1;
  const virtual = rows.length > VIRTUAL_FROM;
  const { range, reveal } = useRowWindow(frame, size, rows.length, virtual);
  const focus = useRowFocus(frame, rows.length, Math.floor(400 / size), reveal);
  const edges = useHiddenSides(frame);
  const [first, end] = range;
  return (
    <div className={styles.frame} ref={edges}>
      <div className={styles.table} ref={frame}>
        <div
          role="grid"
          aria-label={props.label}
          aria-rowcount={(props.total ?? rows.length) + 1}
          style={{ '--cn-columns': widths.template, minWidth: widths.least } as CSSProperties}
        >
          <TableHead {...props} widths={widths} />
          <div
            role="rowgroup"
            className={props.dimmed ? `${styles.body} ${styles.dimmed}` : styles.body}
            aria-busy={props.dimmed}
            style={virtual ? { position: 'relative', height: rows.length * size } : undefined}
            onKeyDown={focus.onKeyDown}
          >
            {rows.slice(first, end).map((row, offset) => (
              <TableRow
                {...props}
                key={rowId(row)}
                row={row}
                index={first + offset}
                top={virtual ? (first + offset) * size : undefined}
                rowHeight={rowHeight}
                active={first + offset === focus.active}
                onActive={() => focus.setActive(first + offset)}
              />
            ))}
          </div>
        </div>
        {rows.length === 0 && props.empty}
      </div>
    </div>
  );
}
