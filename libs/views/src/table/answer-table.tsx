import type { ResultSet } from '@cairn/answer';
import { DataTable, type TableSort } from '@cairn/ui';
import { useCallback, useMemo, useRef, type ReactNode } from 'react';
import { PLAIN_CHANGE, type ChangeLook } from '../change.ts';
import type { Selection } from '../view.ts';
import { PLAIN_LAYOUT, tableColumns, type TableLayout } from './table-columns.tsx';
import styles from './table.module.css';

export interface AnswerTableProps {
  readonly answer: ResultSet;
  readonly label: string;
  readonly timezone: string;
  readonly sort?: TableSort | null;
  readonly layout?: TableLayout;
  readonly widths?: Readonly<Record<string, number>>;
  readonly onSort?: ((column: string) => void) | undefined;
  readonly onWidths?: (widths: Record<string, number>) => void;
  /** Moves a column to the place of another, among the ids of all columns. */
  readonly onMove?: (ids: readonly string[], id: string, to: string) => void;
  readonly onSelect?: ((selection: Selection) => void) | undefined;
  /** What choosing a row does, in the menu of a right click. */
  readonly openLabel?: string | undefined;
  /** The values over all groups, for the last row. */
  readonly total?: ResultSet | undefined;
  /** How changes since the compared period are shown. */
  readonly change?: ChangeLook;
}

/** Any answer as rows and columns with exact values. A row can be selected. */
export function AnswerTable(props: AnswerTableProps): ReactNode {
  const { answer, label, timezone, sort, layout = PLAIN_LAYOUT, widths, onSort, onSelect } = props;
  const { onWidths, onMove, total, change = PLAIN_CHANGE } = props;
  const pointer = useRef<{ x: number; y: number } | null>(null);
  const isGrouped = answer.columns.some(({ role }) => role === 'group');
  const columns = useMemo(
    () =>
      tableColumns({
        answer,
        timezone,
        layout,
        change,
        total,
        sortable: onSort !== undefined,
        movable: onMove !== undefined && isGrouped,
      }),
    [answer, timezone, layout, change, total, onSort, onMove, isGrouped],
  );
  const rows = useMemo(() => Array.from({ length: answer.numRows }, (_, row) => row), [answer]);
  const open = useCallback(
    (row: number) => onSelect?.(selectionOf(answer, row, pointer.current ?? focused())),
    [answer, onSelect],
  );
  const ids = columns.map(({ id }) => id);
  return (
    <div
      className={styles.frame}
      data-wrap={layout.allowWrap || undefined}
      onPointerDownCapture={({ clientX, clientY }) => {
        pointer.current = { x: clientX, y: clientY };
      }}
      onKeyDownCapture={() => {
        pointer.current = null;
      }}
    >
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowId={String}
        sort={sort ?? null}
        wrap={layout.allowWrap}
        {...(widths ? { widths } : {})}
        {...(onWidths ? { onWidths } : {})}
        {...(onMove ? { onMove: (id: string, to: string) => onMove(ids, id, to) } : {})}
        {...(onSort ? { onSort: ({ id }: TableSort) => onSort(id) } : {})}
        {...(onSelect ? { onOpen: open, openLabel: props.openLabel } : {})}
        total={answer.meta.total}
      />
    </div>
  );
}

function focused(): { x: number; y: number } {
  const box = document.activeElement?.getBoundingClientRect();
  return box ? { x: box.left + Math.min(200, box.width / 2), y: box.top + box.height / 2 } : { x: 0, y: 0 };
}

/** The selection of a row: its entity, or the values of its groups. */
function selectionOf(answer: ResultSet, row: number, anchor: Selection['anchor']): Selection {
  const groups = answer.columns
    .filter(({ role }) => role === 'group')
    .map((column) => ({ column, value: answer.get(column.key, row) }));
  const id = answer.columns.find(({ role }) => role === 'id');
  if (!id || groups.length > 0) return { groups, anchor };
  const all = Array.from({ length: answer.numRows }, (_, at) => String(answer.get(id.key, at)));
  return { groups, anchor, uuid: String(answer.get(id.key, row)), siblings: all };
}
