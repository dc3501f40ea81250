import type { Column } from '@cairn/contracts';
import { DataTable, type TableColumn, type TableSort } from '@cairn/ui';
import { useCallback, useMemo, useRef, type ReactNode } from 'react';
import { headerHint } from '../sample-size.ts';
import { visibleColumns, type ResultSet } from '@cairn/answer';
import { formatCell } from '../format.ts';
import { changeKey, comparisonOf, PLAIN_CHANGE, type ChangeLook } from '../change.ts';
import { ChangeCell } from './change-cell.tsx';
import type { Selection } from '../view.ts';
import styles from './table.module.css';

export interface AnswerTableProps {
  readonly answer: ResultSet;
  readonly label: string;
  readonly timezone: string;
  readonly sort?: TableSort | null;
  readonly onSort?: ((column: string) => void) | undefined;
  readonly onSelect?: ((selection: Selection) => void) | undefined;
  /** How changes since the compared period are shown. */
  readonly change?: ChangeLook;
}

const WIDTHS: Partial<Record<Column['type'], number>> = {
  number: 130,
  datetime: 180,
  date: 130,
  boolean: 90,
};
/** A card has little room: names are cut before figures are out of sight. */
const LEAST = 110;
/** What rows are called by takes the room that is left. */
const LEAST_NAME = 320;
const SHORT_SHA = 10;
const WIDE = new Set(['message', 'description', 'comment', 'title', 'path']);

/** Any answer as rows and columns with exact values. A row can be selected. */
export function AnswerTable(props: AnswerTableProps): ReactNode {
  const { answer, label, timezone, sort, onSort, onSelect, change = PLAIN_CHANGE } = props;
  const pointer = useRef<{ x: number; y: number } | null>(null);
  const columns = useMemo(
    () => columnsOf(answer, timezone, change, Boolean(onSort)),
    [answer, timezone, change, onSort],
  );
  const rows = useMemo(() => Array.from({ length: answer.numRows }, (_, row) => row), [answer]);
  const open = useCallback(
    (row: number) => onSelect?.(selectionOf(answer, row, pointer.current ?? focused())),
    [answer, onSelect],
  );
  return (
    <div
      className={styles.frame}
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
        {...(onSort ? { onSort: ({ id }: TableSort) => onSort(id) } : {})}
        {...(onSelect ? { onOpen: open } : {})}
        total={answer.meta.total}
      />
    </div>
  );
}

/** The columns of an answer, each compared one with the change after it. */
function columnsOf(answer: ResultSet, timezone: string, change: ChangeLook, sortable: boolean) {
  const visible = visibleColumns(answer);
  // The formula that sorts by a change computes what its column shows anyway.
  const sorting = new Set(answer.columns.map(({ key }) => changeKey(key)));
  const lead = leadOf(answer);
  return visible.flatMap((column) => {
    if (sorting.has(column.key)) return [];
    if (column.period !== 'comparison')
      return [tableColumn(answer, column, timezone, column === lead, sortable)];
    const changes = changeColumn(answer, column, change, sortable);
    return change.showChangeValues
      ? [tableColumn(answer, column, timezone, false, sortable), ...changes]
      : changes;
  });
}

function tableColumn(
  answer: ResultSet,
  column: Column,
  timezone: string,
  isLead: boolean,
  sortable: boolean,
): TableColumn<number> {
  const isNumeric = column.type === 'number' && !column.dateUnit;
  const width = widthOf(column, isLead);
  return {
    id: column.key,
    header: column.label,
    numeric: isNumeric,
    sortable: sortable && column.type !== 'json' && column.type !== 'string[]',
    hint: headerHint(column),
    ...(width === undefined ? {} : { width }),
    ...(width === undefined ? { least: LEAST_NAME } : {}),
    ...(column.role === 'group' || isComputed(column) ? { least: LEAST } : {}),
    cell: (row) => {
      const value = answer.get(column.key, row);
      const text = formatCell(value, column, timezone);
      return (
        <span className={value === null ? `${styles.text} ${styles.missing}` : styles.text} title={text}>
          {column.attribute === 'sha' ? <code>{text.slice(0, SHORT_SHA)}</code> : text}
        </span>
      );
    },
  };
}

/** The change since the compared period, as a column after the two figures. */
function changeColumn(
  answer: ResultSet,
  compared: Column,
  look: ChangeLook,
  sortable: boolean,
): TableColumn<number>[] {
  const current = answer.columns.find((column) => comparisonOf(answer, column) === compared);
  if (!current) return [];
  const numberAt = (key: string, row: number) => {
    const value = answer.get(key, row);
    return typeof value === 'number' ? value : null;
  };
  return [
    {
      id: changeKey(current.key),
      header: 'Change',
      numeric: true,
      sortable,
      width: 120,
      least: 90,
      cell: (row) => (
        <ChangeCell
          current={numberAt(current.key, row)}
          before={numberAt(compared.key, row)}
          unit={current.unit}
          look={look}
        />
      ),
    },
  ];
}

/** The column that names the rows: the first one of texts, else the first of all. */
function leadOf(answer: ResultSet): Column | undefined {
  const columns = visibleColumns(answer);
  return columns.find(({ type, attribute }) => type === 'string' && attribute !== 'sha') ?? columns[0];
}

const isComputed = ({ role }: Column) => role === 'measure' || role === 'formula';

/** The width of a column, so that figures stand near their names. Undefined gives names of entities the room left. */
function widthOf(column: Column, isLead: boolean): number | undefined {
  if (column.role === 'group') return column.dateUnit ? 200 : 280;
  if (isLead && column.role === 'attribute') return undefined;
  if (column.attribute === 'sha') return 120;
  if (isComputed(column)) return Math.min(220, Math.max(130, column.label.length * 7 + 32));
  return WIDTHS[column.type] ?? (WIDE.has(column.attribute ?? '') ? 280 : 180);
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
