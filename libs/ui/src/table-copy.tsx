import { Menu } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import styles from './data-table.module.css';
import type { DataTableProps } from './table-props.ts';

/** The part of a table that is copied: one cell, one row, or all rows under their headers. */
export type TablePart =
  { readonly row: number; readonly column: number } | { readonly row: number } | 'table';

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** A part of a table as lines of cells between tabs, which spreadsheets read. */
export function tableText<Row>(
  { columns, rows }: Pick<DataTableProps<Row>, 'columns' | 'rows'>,
  part: TablePart,
): string {
  const line = (row: Row) => columns.map(({ text }) => plain(text?.(row) ?? '')).join('\t');
  if (part === 'table') {
    return [columns.map(({ header }) => plain(header)).join('\t'), ...rows.map(line)].join('\n');
  }
  const row = rows[part.row];
  if (row === undefined) return '';
  return 'column' in part ? (columns[part.column]?.text?.(row) ?? '') : line(row);
}

interface Asked {
  readonly row: number;
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

/** A menu to copy a cell, its row or the table: on a right click, and Ctrl C copies the row in focus. */
export function useCopyMenu<Row>(props: Pick<DataTableProps<Row>, 'columns' | 'rows'>): {
  readonly menu: ReactNode;
  readonly handlers: {
    onContextMenu?: (event: MouseEvent) => void;
    onKeyDownCapture?: (event: KeyboardEvent) => void;
  };
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!props.columns.some(({ text }) => text)) return { menu: null, handlers: {} };
  const copy = (part: TablePart) => void navigator.clipboard.writeText(tableText(props, part));
  const onContextMenu = (event: MouseEvent) => {
    const row = rowOf(event.target);
    if (row === null) return;
    const cell = (event.target as Element).closest('[role="gridcell"]');
    const column = cell?.parentElement ? [...cell.parentElement.children].indexOf(cell) : 0;
    event.preventDefault();
    setAsked({ row, column: Math.max(0, column), x: event.clientX, y: event.clientY });
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const isRow = event.target instanceof Element && event.target.getAttribute('role') === 'row';
    const row = rowOf(event.target);
    if (row === null || !isRow || event.key !== 'c' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    copy({ row });
  };
  const menu = asked && (
    <Menu opened onClose={() => setAsked(null)} position="bottom-start" withinPortal>
      <Menu.Target>
        <span className={styles.anchor} style={{ left: asked.x, top: asked.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Copy">
        {(
          [
            ['Copy cell', { row: asked.row, column: asked.column }],
            ['Copy row', { row: asked.row }],
            ['Copy table', 'table'],
          ] as const
        ).map(([label, part]) => (
          <Menu.Item key={label} leftSection={<Copy size={14} aria-hidden />} onClick={() => copy(part)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
  return { menu, handlers: { onContextMenu, onKeyDownCapture } };
}

/** The index of the row that an element stands in. */
function rowOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  const index = row?.getAttribute('data-index');
  return index === null || index === undefined ? null : Number(index);
}
