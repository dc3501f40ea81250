import { Menu } from '@mantine/core';
import { ArrowLeft, ArrowRight, Copy, PanelRightOpen, type LucideIcon } from 'lucide-react';
import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import styles from './data-table.module.css';
import type { ColumnMoves } from './table-move.ts';
import type { DataTableProps } from './table-props.ts';

/** The part of a table that is copied: a cell, a row, a column, or all rows under their headers. */
export type TablePart =
  | { readonly row: number; readonly column: number }
  | { readonly row: number }
  | { readonly column: number }
  | 'table';

/** A header with the one above it. */
const headerText = ({
  group = '',
  header,
}: {
  readonly group?: string | undefined;
  readonly header: string;
}) => plain(`${group} ${header}`);
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** A part of a table as lines of cells between tabs, which spreadsheets read. */
export function tableText<Row>(
  { columns, rows }: Pick<DataTableProps<Row>, 'columns' | 'rows'>,
  part: TablePart,
): string {
  const line = (row: Row) => columns.map(({ text }) => plain(text?.(row) ?? '')).join('\t');
  if (part === 'table') {
    return [columns.map(headerText).join('\t'), ...rows.map(line)].join('\n');
  }
  const cell = (row: Row, column: number) => columns[column]?.text?.(row) ?? '';
  if (!('row' in part)) {
    const column = columns[part.column];
    const values = rows.map((row) => plain(cell(row, part.column)));
    return [column ? headerText(column) : '', ...values].join('\n');
  }
  const row = rows[part.row];
  if (row === undefined) return '';
  return 'column' in part ? cell(row, part.column) : line(row);
}

/** The cell of the menu, and the point where it opens. */
interface MenuCell {
  /** Null for the header. */
  readonly row: number | null;
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

/**
 * The menu of a right click: on a cell it copies the cell, its row or the table; on a header it moves or copies the
 * column. Ctrl C copies the row in focus.
 */
export function useCopyMenu<Row>(
  props: Pick<DataTableProps<Row>, 'columns' | 'rows' | 'onOpen' | 'openLabel'>,
  moves: ColumnMoves,
): {
  readonly menu: ReactNode;
  readonly handlers: {
    onContextMenu?: (event: MouseEvent) => void;
    onKeyDownCapture?: (event: KeyboardEvent) => void;
  };
} {
  const [opened, setOpened] = useState<MenuCell | null>(null);
  if (!props.columns.some(({ text }) => text)) return { menu: null, handlers: {} };
  const copy = (part: TablePart) => void navigator.clipboard.writeText(tableText(props, part));
  const onContextMenu = (event: MouseEvent) => {
    const row = rowOf(event.target);
    const cell =
      event.target instanceof Element ? event.target.closest('[role="gridcell"], [data-head]') : null;
    // The key for menus is pressed on a row, which stands for its first cell.
    if (row === null && !cell?.hasAttribute('data-head')) return;
    const column = cell?.parentElement ? [...cell.parentElement.children].indexOf(cell) : 0;
    event.preventDefault();
    setOpened({ row, column: Math.max(0, column), x: event.clientX, y: event.clientY });
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const isRow = event.target instanceof Element && event.target.getAttribute('role') === 'row';
    const row = rowOf(event.target);
    if (row === null || !isRow || event.key !== 'c' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    copy({ row });
  };
  const items =
    opened &&
    (opened.row === null
      ? headItems(props, moves, opened.column, copy)
      : [...openItems(props, opened.row), ...cellItems(opened.row, opened.column, copy)]);
  const menu = opened && (
    <Menu opened onClose={() => setOpened(null)} position="bottom-start" withinPortal>
      <Menu.Target>
        <span className={styles.anchor} style={{ left: opened.x, top: opened.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={opened.row === null ? 'Column' : 'Row'}>
        {items?.map(({ label, icon: Icon, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={14} aria-hidden />}
            disabled={onClick === undefined}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
  return { menu, handlers: { onContextMenu, onKeyDownCapture } };
}

interface MenuItem {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Undefined where it cannot be done. */
  readonly onClick: (() => void) | undefined;
}

type CopyPart = (part: TablePart) => void;

function openItems<Row>(
  { rows, onOpen, openLabel }: Pick<DataTableProps<Row>, 'rows' | 'onOpen' | 'openLabel'>,
  at: number,
): MenuItem[] {
  const row = rows[at];
  if (!onOpen || openLabel === undefined || row === undefined) return [];
  return [{ label: openLabel, icon: PanelRightOpen, onClick: () => onOpen(row) }];
}

const cellItems = (row: number, column: number, copy: CopyPart): MenuItem[] => [
  { label: 'Copy cell', icon: Copy, onClick: () => copy({ row, column }) },
  { label: 'Copy row', icon: Copy, onClick: () => copy({ row }) },
  { label: 'Copy table', icon: Copy, onClick: () => copy('table') },
];

/** Columns move left and right where there are several that do (X§5). */
function headItems<Row>(
  { columns }: Pick<DataTableProps<Row>, 'columns'>,
  moves: ColumnMoves,
  at: number,
  copy: CopyPart,
): MenuItem[] {
  const column = columns[at];
  const move = (by: -1 | 1) => {
    const to = column && moves.besides(column, by);
    return column && to !== undefined ? () => moves.move(column, to) : undefined;
  };
  const ways: MenuItem[] = [
    { label: 'Move left', icon: ArrowLeft, onClick: move(-1) },
    { label: 'Move right', icon: ArrowRight, onClick: move(1) },
  ];
  return [
    ...(column?.movable ? ways : []),
    { label: 'Copy column', icon: Copy, onClick: () => copy({ column: at }) },
  ];
}

/** The index of the row that an element stands in. */
function rowOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  const index = row?.getAttribute('data-index');
  return index === null || index === undefined ? null : Number(index);
}
