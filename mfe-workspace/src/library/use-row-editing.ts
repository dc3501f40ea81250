import { useMemo, useState, type RefObject } from 'react';
import type { EditedField } from './edit-in-place.tsx';
import type { RowEditing } from './column-options.ts';
import type { LibraryActions } from './use-library-actions.ts';

/** Keeps which text of which row is being edited, and stores it. */
export function useRowEditing(
  frame: RefObject<HTMLDivElement | null>,
  saveDetails: LibraryActions['saveDetails'],
): RowEditing {
  const [edited, setEdited] = useState<{ readonly id: string; readonly field: EditedField } | null>(null);
  return useMemo(
    () => ({
      field: ({ link }) => (edited?.id === link.id ? edited.field : null),
      begin: ({ link }, field) => setEdited({ id: link.id, field }),
      end: (_row, focus) => {
        setEdited(null);
        // The row that was edited is the one in the Tab order.
        if (focus) frame.current?.querySelector<HTMLElement>('[role="row"][data-active]')?.focus();
      },
      save: (row, change) => {
        const { name, description, tags, scope } = row;
        return saveDetails(row, { name, description, tags, scope, ...change });
      },
    }),
    [edited, frame, saveDetails],
  );
}
