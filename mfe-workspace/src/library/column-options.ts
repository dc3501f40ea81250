import type { Scope } from '@cairn/contracts';
import type { EditedField } from './edit-in-place.tsx';
import type { LibraryRow } from './items.ts';
import type { RowSize } from './row-size.ts';
import type { LibrarySelection } from './use-selection.ts';

/** What the columns of a list show and do. */
export interface LibraryColumnOptions {
  readonly onFavourite: (row: LibraryRow) => void;
  /** Changes the visibility in the list itself; without it the column only shows it. */
  readonly onScope?: (row: LibraryRow, scope: Scope) => void;
  readonly pictures?: Readonly<Record<string, string>>;
  readonly size?: RowSize;
  /** The rows that are selected; without it none can be. */
  readonly selection?: LibrarySelection;
  /** Edits description and tags in their row; without it neither can be. */
  readonly editing?: RowEditing;
  readonly timezone?: string;
}

/** The field of a row that is being edited, and what may be done about it. */
export interface RowEditing {
  /** The field that is edited now; null where none is. */
  readonly field: (row: LibraryRow) => EditedField | null;
  readonly begin: (row: LibraryRow, field: EditedField) => void;
  readonly end: (row: LibraryRow, focus: boolean) => void;
  readonly save: (row: LibraryRow, change: Partial<Pick<LibraryRow, EditedField>>) => Promise<void>;
}
