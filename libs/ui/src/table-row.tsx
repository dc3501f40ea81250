import { Menu } from '@mantine/core';
import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react';
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import styles from './data-table.module.css';
import { IconButton } from './icon-button.tsx';
import type { DataTableProps, TableColumn, TableTree } from './table-props.ts';

interface RowProps<Row> extends Pick<
  DataTableProps<Row>,
  'columns' | 'onOpen' | 'rowMenu' | 'rowName' | 'wrap' | 'tree'
> {
  row: Row;
  index: number;
  top: number | undefined;
  rowHeight: number;
  active: boolean;
  onActive: () => void;
  /** Moves the focus to the row that this one is in. */
  onParent: () => void;
}

const CONTROLS = 'button, a, input, textarea, [role="menu"]';

function cameFromControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest(CONTROLS) !== null;
}

/** One row of a DataTable. */
export function TableRow<Row>(props: RowProps<Row>): ReactNode {
  const { row, index, top, active, onOpen, onActive, tree } = props;
  return (
    <div
      role="row"
      className={styles.row}
      aria-rowindex={index + 2}
      {...(tree ? { 'aria-level': tree.levelOf(row), 'aria-expanded': tree.isOpen(row) } : {})}
      data-index={index}
      data-active={active || undefined}
      data-open={onOpen ? true : undefined}
      tabIndex={active ? 0 : -1}
      style={{
        [props.wrap ? 'minHeight' : 'height']: props.rowHeight + 1,
        ...(top === undefined
          ? {}
          : { position: 'absolute', left: 0, right: 0, transform: `translateY(${top}px)` }),
      }}
      onFocus={onActive}
      onKeyDown={(event) => onRowKey(event, props)}
      onClick={(event) => {
        if (!cameFromControl(event)) onOpen?.(row);
      }}
    >
      {props.columns.map((column, at) => (
        <Cell key={column.id} column={column} row={row} active={active} tree={at === 0 ? tree : undefined} />
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

/** Enter opens a row, its menu has the usual keys, and left and right close and open what is within. */
function onRowKey<Row>(event: KeyboardEvent<HTMLElement>, { row, tree, onOpen, onParent }: RowProps<Row>) {
  if (event.target !== event.currentTarget) return;
  const isOpen = tree?.isOpen(row);
  if (event.key === 'Enter') onOpen?.(row);
  else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
    const menu = event.currentTarget.querySelector<HTMLElement>('[data-row-menu] button');
    if (!menu) return;
    menu.click();
  } else if (tree && event.key === 'ArrowRight' && isOpen === false) tree.onToggle(row);
  else if (tree && event.key === 'ArrowLeft' && isOpen) tree.onToggle(row);
  else if (tree && event.key === 'ArrowLeft') onParent();
  else return;
  event.preventDefault();
}

interface CellProps<Row> extends Pick<RowProps<Row>, 'row' | 'active' | 'tree'> {
  column: TableColumn<Row>;
}

function Cell<Row>({ column, row, active, tree }: CellProps<Row>): ReactNode {
  const content = column.cell(row, active);
  const isText = typeof content === 'string' || typeof content === 'number';
  return (
    <div role="gridcell" className={styles.cell} data-numeric={column.numeric || undefined}>
      {tree && <TreeToggle tree={tree} row={row} active={active} />}
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

/** The indentation of a row, and the toggle of what is within. */
function TreeToggle<Row>({
  tree,
  row,
  active,
}: {
  tree: TableTree<Row>;
  row: Row;
  active: boolean;
}): ReactNode {
  const isOpen = tree.isOpen(row);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <span className={styles.toggle} style={{ '--cn-level': tree.levelOf(row) - 1 } as CSSProperties}>
      {isOpen !== undefined && (
        <button
          type="button"
          aria-label={isOpen ? 'Close' : 'Open'}
          tabIndex={active ? 0 : -1}
          onClick={() => tree.onToggle(row)}
        >
          <Icon size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
