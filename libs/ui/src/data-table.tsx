import { useRef, type CSSProperties, type ReactNode } from 'react';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { useHiddenSides } from './table-edges.ts';
import { useRowFocus } from './table-focus.ts';
import { useColumnWidths } from './table-widths.ts';
import { useRowWindow } from './table-window.ts';

export interface TableColumn<Row> {
  id: string;
  header: string;
  /** Its content; `active` tells whether the row has the keyboard, so that controls inside may take part in Tab. */
  cell: (row: Row, active: boolean) => ReactNode;
  /** Right aligned with tabular figures. */
  numeric?: boolean;
  sortable?: boolean;
  /** Pixels at first; the first column without one takes what is left. */
  width?: number;
  /** Pixels that it may shrink to where there is less room than its width. */
  least?: number;
  /** Shown on the header, e.g. the definition of a measure. */
  hint?: string | undefined;
}

export interface TableSort {
  id: string;
  direction: 'ascending' | 'descending';
}

export interface DataTableProps<Row> {
  /** Names the table for assistive technology. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  sort?: TableSort | null;
  onSort?: (sort: TableSort) => void;
  /** Opens a row, by click and by Enter. */
  onOpen?: (row: Row) => void;
  /** Items (`Menu.Item`) of a row's own menu. */
  rowMenu?: (row: Row) => ReactNode;
  rowName?: (row: Row) => string;
  rowHeight?: number;
  /** A newer answer is on its way: what is there stays, dimmed. */
  dimmed?: boolean;
  /** Drawn below the header when there is no row. */
  empty?: ReactNode;
  /** How many rows there are in all, when these are a page of them. */
  total?: number;
}

const VIRTUAL_FROM = 50;

/**
 * Rows in columns: sortable, resizable, virtual past 50 rows; arrows, Home, End and Page keys move, Enter opens. What
 * is too wide scrolls inside, with left and right too, and a fade says that there is more.
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
    <div className="cn-table-frame" ref={edges}>
      <div className="cn-table" ref={frame}>
        <div
          className="cn-table__inner"
          role="grid"
          aria-label={props.label}
          aria-rowcount={(props.total ?? rows.length) + 1}
          style={{ '--cn-columns': widths.template, minWidth: widths.least } as CSSProperties}
        >
          <TableHead {...props} widths={widths} />
          <div
            role="rowgroup"
            className={props.dimmed ? 'cn-table__body cn-dimmed' : 'cn-table__body'}
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
