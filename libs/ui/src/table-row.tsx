import { Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import styles from './data-table.module.css';
import { IconButton } from './icon-button.tsx';
import type { DataTableProps, TableColumn } from './table-props.ts';

interface RowProps<Row> extends DataTableProps<Row> {
  row: Row;
  index: number;
  top: number | undefined;
  rowHeight: number;
  active: boolean;
  onActive: () => void;
}

function cameFromControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('button, a, input, [role="menu"]') !== null;
}

/** One row of a DataTable. */
export function TableRow<Row>(props: RowProps<Row>): ReactNode {
  const { row, index, top, active, onOpen, onActive } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onOpen?.(row);
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault();
      event.currentTarget.querySelector<HTMLElement>('[data-row-menu] button')?.click();
    }
  };
  return (
    <div
      role="row"
      className={styles.row}
      aria-rowindex={index + 2}
      data-index={index}
      data-active={active || undefined}
      data-open={onOpen ? true : undefined}
      tabIndex={active ? 0 : -1}
      style={{
        height: props.rowHeight + 1,
        ...(top === undefined
          ? {}
          : { position: 'absolute', left: 0, right: 0, transform: `translateY(${top}px)` }),
      }}
      onFocus={onActive}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (!cameFromControl(event)) onOpen?.(row);
      }}
    >
      {props.columns.map((column) => (
        <Cell key={column.id} column={column} row={row} active={active} />
      ))}
      {props.rowMenu && (
        <div role="gridcell" className={`${styles.cell} ${styles.menu}`} data-row-menu>
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <IconButton
                label={`Actions for ${props.rowName?.(row) ?? 'this row'}`}
                size="small"
                className={styles.menuButton}
                tabIndex={active ? 0 : -1}
              >
                <Ellipsis size={16} aria-hidden />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>{props.rowMenu(row)}</Menu.Dropdown>
          </Menu>
        </div>
      )}
    </div>
  );
}

function Cell<Row>({
  column,
  row,
  active,
}: {
  column: TableColumn<Row>;
  row: Row;
  active: boolean;
}): ReactNode {
  const content = column.cell(row, active);
  const isText = typeof content === 'string' || typeof content === 'number';
  return (
    <div role="gridcell" className={styles.cell} data-numeric={column.numeric || undefined}>
      {isText ? (
        <span className={styles.text} title={String(content)}>
          {content}
        </span>
      ) : (
        content
      )}
    </div>
  );
}
