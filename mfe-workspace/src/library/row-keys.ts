import type { KeyboardEvent, MouseEvent } from 'react';
import type { EditedField } from './edit-in-place.tsx';
import type { LibrarySelection } from './use-selection.ts';

interface RowKeyOptions {
  readonly count: number;
  readonly selection: LibrarySelection;
  readonly idAt: (index: number) => string | undefined;
  readonly onEdit: (index: number, field: EditedField) => void;
}

const FIELDS: Readonly<Record<string, EditedField>> = { e: 'description', t: 'tags' };
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The place of the row in which something happened; null outside of rows. */
function indexIn(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[role="row"][data-index]') : null;
  return row ? Number(row.dataset['index']) : null;
}

/** Selects and edits rows by keyboard; true where the key meant something here. */
function actOnKey(event: KeyboardEvent, index: number, options: RowKeyOptions): boolean {
  const { selection, idAt, onEdit } = options;
  const hasControl = event.ctrlKey || event.metaKey;
  if (hasControl && event.key === 'a') selection.all();
  else if (hasControl || event.altKey) return false;
  else if (event.key === 'x') selection.toggle(idAt(index) ?? '');
  else if (event.key === 'Escape' && selection.rows.length > 0) selection.clear();
  else if (FIELDS[event.key]) onEdit(index, FIELDS[event.key] ?? 'description');
  else return false;
  return true;
}

/** What a list does on keys and on clicks with Shift: `x`, Shift with arrows, Ctrl A, Escape, and editing. */
export function rowHandlers(options: RowKeyOptions) {
  const { count, selection } = options;
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const { target } = event;
      if (!(target instanceof HTMLElement) || target.role !== 'row') return;
      const index = indexIn(target);
      if (index === null) return;
      const step = event.shiftKey && !event.altKey ? STEPS[event.key] : undefined;
      // The table moves the focus on its own.
      if (step !== undefined) selection.extendTo(Math.max(0, Math.min(count - 1, index + step)), index);
      else if (actOnKey(event, index, options)) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    // A range of rows is meant, no range of their texts.
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey && indexIn(event.target) !== null) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const index = indexIn(event.target);
      if (!event.shiftKey || index === null) return;
      event.preventDefault();
      event.stopPropagation();
      // The browser puts a checkbox back after this event, so what is drawn changes after that.
      setTimeout(() => selection.extendTo(index));
    },
  };
}
