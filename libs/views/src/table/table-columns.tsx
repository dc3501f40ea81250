import type { CellValue, ResultSet } from '@cairn/answer';
import { visibleColumns } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import type { TableColumn } from '@cairn/ui';
import { PathText } from '@cairn/ui/viewers';
import type { ReactNode } from 'react';
import { changeInWords, changeKey, comparisonOf, type ChangeLook } from '../change.ts';
import { formatCell, formatFitting, formatValue } from '../format.ts';
import { cellsOver, whyNoTotal } from '../pivot/pivot-cells.ts';
import { headerHint } from '../sample-size.ts';
import { ENTITY_CELL, NAME_CELL } from './entity-cells.ts';
import type { ViewConfig } from '../view.ts';
import { ChangeCell } from './change-cell.tsx';
import { inOrder } from './column-order.ts';
import styles from './table.module.css';

/** How a table is laid out, as far as its columns are concerned. */
export interface TableLayout {
  readonly allowWide: boolean;
  readonly allowWrap: boolean;
  readonly totals: boolean;
  readonly bars: boolean;
  /** The columns in the order that a reader chose. */
  readonly columns: readonly string[];
}

export const PLAIN_LAYOUT: TableLayout = {
  allowWide: false,
  allowWrap: false,
  totals: false,
  bars: false,
  columns: [],
};

const WIDTHS: Partial<Record<Column['type'], number>> = {
  number: 130,
  datetime: 180,
  date: 130,
  boolean: 90,
};
/** A card has little room: names are cut before figures are out of sight. */
const LEAST = 100;
/** What rows are called by takes the room that is left. */
const LEAST_NAME = 320;
const SHORT_SHA = 10;
/** The most characters of a figure that its column has room for. */
const LONGEST = 14;
const WIDE = new Set(['message', 'description', 'comment', 'title', 'path']);
/** The widths of names and texts, and what they are where columns may be wide (X§9). */
const [NAME, TEXT, WIDEST] = [280, 180, 500];

export interface ColumnContext {
  readonly answer: ResultSet;
  readonly timezone: string;
  readonly layout: TableLayout;
  readonly change: ChangeLook;
  /** The values over all groups, as the graph answered them. */
  readonly total?: ResultSet | undefined;
  readonly sortable: boolean;
  readonly movable: boolean;
}

/** The columns of an answer, each followed by its change where it is compared. */
export function tableColumns(context: ColumnContext): readonly TableColumn<number>[] {
  const { answer, layout, change } = context;
  // The formula that sorts by a change computes what its column shows anyway.
  const sorting = new Set(answer.columns.map(({ key }) => changeKey(key)));
  const columns = visibleColumns(answer).filter(({ key }) => !sorting.has(key));
  const lead = columns.find(({ type, attribute }) => type === 'string' && attribute !== 'sha') ?? columns[0];
  const all = columns.flatMap((column) => {
    const isBefore = column.period === 'comparison';
    const isShown = !isBefore || change.showChangeValues;
    return [
      ...(isShown ? [tableColumn(column, column === lead, context)] : []),
      ...(isBefore ? changeColumn(column, context) : []),
    ];
  });
  return withTotals(inOrder(all, layout.columns), context);
}

const isComputed = ({ role }: Column) => role === 'measure' || role === 'formula';

function tableColumn(
  column: Column,
  isLead: boolean,
  { answer, timezone, layout, sortable, movable }: ColumnContext,
): TableColumn<number> {
  const isNumeric = column.type === 'number' && !column.dateUnit;
  const width = widthOf(column, isLead, layout);
  const textOf = (value: CellValue) => formatCell(value, column, timezone);
  const most = layout.bars && isComputed(column) && isNumeric ? largestOf(answer, column) : 0;
  return {
    id: column.key,
    header: column.label,
    numeric: isNumeric,
    sortable: sortable && column.type !== 'json' && column.type !== 'string[]',
    hint: headerHint(column),
    movable,
    ...(width === undefined ? {} : { width }),
    ...(width === undefined ? { least: LEAST_NAME } : {}),
    ...(column.role === 'group' || isComputed(column) ? { least: LEAST } : {}),
    text: (row) => textOf(answer.get(column.key, row)),
    cell: (row) => {
      const value = answer.get(column.key, row);
      const exact = textOf(value);
      const isLong = isComputed(column) && typeof value === 'number';
      const text = isLong ? formatFitting(value, column.unit, LONGEST) : exact;
      const share = most > 0 && typeof value === 'number' ? Math.abs(value) / most : 0;
      return (
        <>
          <span
            className={value === null ? `${styles.text} ${styles.missing}` : styles.text}
            title={exact}
            {...entityAt(answer, column, row, isLead)}
          >
            <CellText column={column} text={text} wraps={layout.allowWrap} />
          </span>
          {share > 0 && <Fill share={share} />}
        </>
      );
    },
  };
}

interface CellTextProps {
  readonly column: Column;
  readonly text: string;
  readonly wraps: boolean;
}

function CellText({ column, text, wraps }: CellTextProps): ReactNode {
  if (column.attribute === 'sha') return <code>{text.slice(0, SHORT_SHA)}</code>;
  return column.type === 'string' && !wraps ? <PathText text={text} /> : text;
}

/** What a cell tells of the entity that it names: the uuid of its row, or its column and row. */
function entityAt(answer: ResultSet, column: Column, row: number, isLead: boolean): Readonly<ViewConfig> {
  const isName = column.type === 'string' && (column.role === 'group' || column.role === 'attribute');
  if (!isName || answer.get(column.key, row) === null) return {};
  const id = answer.columns.find(({ role }) => role === 'id');
  const isGrouped = answer.columns.some(({ role }) => role === 'group');
  if (isLead && id && !isGrouped) return { [ENTITY_CELL]: String(answer.get(id.key, row)) };
  return { [NAME_CELL]: column.key, 'data-row': row };
}

/** The value of a cell as a bar behind it. */
function Fill({ share }: { readonly share: number }): ReactNode {
  return <i className={styles.fill} data-fill aria-hidden style={{ width: `calc(${share * 100}% - 8px)` }} />;
}

function largestOf(answer: ResultSet, { key }: Column): number {
  let most = 0;
  for (let row = 0; row < answer.numRows; row += 1) {
    const value = answer.get(key, row);
    if (typeof value === 'number') most = Math.max(most, Math.abs(value));
  }
  return most;
}

/** The change since the compared period, as a column after the two figures. */
function changeColumn(compared: Column, { answer, change, sortable }: ColumnContext): TableColumn<number>[] {
  const current = answer.columns.find((column) => comparisonOf(answer, column) === compared);
  if (!current) return [];
  const [now, before] = [numberAt(answer, current.key), numberAt(answer, compared.key)];
  return [
    {
      id: changeKey(current.key),
      header: 'Change',
      numeric: true,
      sortable,
      width: 120,
      least: 90,
      text: (row) => changeInWords(now(row), before(row), change, current.unit),
      cell: (row) => <ChangeCell current={now(row)} before={before(row)} unit={current.unit} look={change} />,
    },
  ];
}

const numberAt = (answer: ResultSet, key: string) => (row: number) => {
  const value = answer.get(key, row);
  return typeof value === 'number' ? value : null;
};

/** The same columns with a last row: the totals that the graph was asked for, until they are there those of the page. */
function withTotals(
  columns: readonly TableColumn<number>[],
  { answer, layout, change, total }: ColumnContext,
): readonly TableColumn<number>[] {
  const isGrouped = answer.columns.some(({ role }) => role === 'group');
  if (!layout.totals || !isGrouped) return columns;
  const isWhole = total !== undefined || answer.numRows >= answer.meta.total;
  const valueOf = (column: Column | undefined) => column && totalOf(answer, column, total);
  return columns.map((column, at) => {
    if (at === 0) return { ...column, total: isWhole ? 'Total' : 'Total of this page' };
    const measure = answer.columns.find((each) => each.key === column.id && isComputed(each));
    if (measure) return { ...column, total: <TotalCell column={measure} value={valueOf(measure) ?? null} /> };
    const changed = answer.columns.find(({ key }) => changeKey(key) === column.id);
    if (!changed) return { ...column, total: null };
    const [current, before] = [changed, comparisonOf(answer, changed)].map((each) => valueOf(each) ?? null);
    const both = { current: current ?? null, before: before ?? null };
    return { ...column, total: <ChangeCell {...both} unit={changed.unit} look={change} /> };
  });
}

function totalOf(answer: ResultSet, column: Column, total: ResultSet | undefined): number | null {
  if (total) return numberAt(total, column.key)(0);
  const at = numberAt(answer, column.key);
  const cells = Array.from({ length: answer.numRows }, (_, row) => ({ now: [at(row)], before: [] }));
  return cellsOver(cells, [{ column, before: undefined }]).now[0] ?? null;
}

function TotalCell({ column, value }: { readonly column: Column; readonly value: number | null }): ReactNode {
  const why = value === null ? whyNoTotal({ column, before: undefined }) : undefined;
  return <span title={why}>{value === null ? '-' : formatValue(value, column.unit)}</span>;
}

/** The width of a column, so that figures stand near their names. Undefined gives names of entities the room left. */
function widthOf(column: Column, isLead: boolean, { allowWide }: TableLayout): number | undefined {
  if (column.role === 'group') return column.dateUnit ? 200 : allowWide ? WIDEST : NAME;
  if (isLead && column.role === 'attribute') return undefined;
  if (column.attribute === 'sha') return 120;
  if (isComputed(column)) return Math.min(220, Math.max(130, column.label.length * 7 + 32));
  const isText = WIDE.has(column.attribute ?? '');
  return WIDTHS[column.type] ?? (isText ? (allowWide ? WIDEST : NAME) : allowWide ? NAME : TEXT);
}
