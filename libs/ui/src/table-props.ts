import type { ReactNode } from 'react';

/** A column of a DataTable. */
export interface TableColumn<Row> {
  id: string;
  header: string;
  /** How the header is drawn where its text alone does not do. */
  head?: ReactNode;
  /** The content of a cell. `active` is true in the focused row, whose controls are in the Tab order. */
  cell: (row: Row, active: boolean) => ReactNode;
  /** Right-aligned with tabular figures. */
  numeric?: boolean;
  sortable?: boolean;
  /** Initial pixels; the first column without a width takes the rest. */
  width?: number;
  /** The least pixels when there is less room than its width. */
  least?: number;
  /** Shown on the header, e.g. the definition of a measure. */
  hint?: string | undefined;
  /** The text above this column and its neighbours with the same text. */
  group?: string | undefined;
  /** What is copied of a cell. With it a table has a menu to copy cells, rows and itself. */
  text?: (row: Row) => string;
  /** Its header may be dragged onto others that move, or moved with Alt and the arrows. */
  movable?: boolean;
  /** The cell of the last row, which stays in view; a table has one where any column has this. */
  total?: ReactNode;
}

/** Rows within rows: who is open, and how deep each stands. */
export interface TableTree<Row> {
  /** 1 for the outermost rows. */
  levelOf: (row: Row) => number;
  /** Undefined where a row has no rows within. */
  isOpen: (row: Row) => boolean | undefined;
  onToggle: (row: Row) => void;
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
  /** Opens a row, on click and Enter. */
  onOpen?: (row: Row) => void;
  /** What opening a row does, in the menu of a right click. */
  openLabel?: string | undefined;
  /** Items (`Menu.Item`) of a row's own menu. */
  rowMenu?: (row: Row) => ReactNode;
  rowName?: (row: Row) => string;
  rowHeight?: number;
  /** Newer rows are loading; the old ones stay, dimmed. */
  dimmed?: boolean;
  /** Drawn below the header without rows. */
  empty?: ReactNode;
  /** The number of all rows, when these are one page. */
  total?: number;
  /** The widths that a reader chose before, by column; newer ones are told a moment after the last change. */
  widths?: Readonly<Record<string, number>>;
  onWidths?: (widths: Readonly<Record<string, number>>) => void;
  /** Moves a column to the place of another. */
  onMove?: ((id: string, to: string) => void) | undefined;
  /** Texts take as many lines as they need; all rows are drawn then. */
  wrap?: boolean;
  /** The first column stays in view while the others scroll sideways. */
  pinned?: boolean;
  /** Gives the first column a toggle for rows that have rows within; the caller leaves out those of closed ones. */
  tree?: TableTree<Row> | undefined;
}
