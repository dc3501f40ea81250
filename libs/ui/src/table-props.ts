import type { ReactNode } from 'react';

/** A column of a DataTable. */
export interface TableColumn<Row> {
  id: string;
  header: string;
  /** The content of a cell. `active` is true in the row with the focus, whose controls take part in Tab. */
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
  /** Newer rows are being read; the old ones stay, dimmed. */
  dimmed?: boolean;
  /** Drawn below the header when there is no row. */
  empty?: ReactNode;
  /** How many rows there are in all, when these are a page of them. */
  total?: number;
}
