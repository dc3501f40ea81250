import { AnswerMeta, Column, uuidText, type Rows } from '@cairn/contracts';
import { tableFromIPC, type Table } from '@uwdata/flechette';
import { z } from 'zod';

/** A value of a result set. A date-time is epoch milliseconds; a date is `YYYY-MM-DD`. */
export type CellValue = string | number | boolean | null | readonly string[] | object;

/** The rows that svc-graph answers, by column. Arrow and JSON give the same result set. */
export interface ResultSet {
  readonly columns: readonly Column[];
  readonly numRows: number;
  get(key: string, row: number): CellValue;
  readonly meta: AnswerMeta;
}

const Described = z.object({ columns: z.array(Column), meta: AnswerMeta });

/** Decodes an Arrow IPC stream. Throws when its schema lacks columns and meta under `cairn`. */
export function decodeArrow(bytes: ArrayBuffer | Uint8Array): ResultSet {
  const table = tableFromIPC(bytes, { useBigInt: false });
  const described = Described.parse(JSON.parse(table.schema.metadata?.get('cairn') ?? 'null'));
  const values = new Map(described.columns.map((column) => [column.key, vectorOf(table, column)]));
  return {
    ...described,
    numRows: table.numRows,
    get: (key, row) => values.get(key)?.(row) ?? null,
  };
}

function vectorOf(table: Table, column: Column): (row: number) => CellValue {
  const vector = table.getChild(column.key);
  return vector ? (row) => readCell(vector.at(row), column) : () => null;
}

/** Decodes the JSON form of an answer. */
export function decodeRows({ data, columns, meta }: Rows): ResultSet {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return {
    columns,
    meta,
    numRows: data.length,
    get: (key, row) => {
      const column = byKey.get(key);
      return column ? readCell(data[row]?.[key], column) : null;
    },
  };
}

function readCell(value: unknown, column: Column): CellValue {
  if (value === null || value === undefined) return null;
  if (column.type === 'datetime') return moment(value);
  if (column.type === 'date') return typeof value === 'number' ? isoDay(value) : String(value).slice(0, 10);
  if (column.type === 'number') return Number(value);
  if (column.type === 'string[]') return Array.from(value as ArrayLike<unknown>, String);
  if (column.type === 'json') return typeof value === 'string' ? readJson(value) : (value as object);
  if (value instanceof Uint8Array) return uuidText(value);
  return typeof value === 'boolean' ? value : String(value);
}

function moment(value: unknown): number | null {
  const at = typeof value === 'number' ? value : Date.parse(String(value));
  return Number.isNaN(at) ? null : at;
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function readJson(text: string): CellValue {
  try {
    return JSON.parse(text) as CellValue;
  } catch {
    return text;
  }
}

/** The columns that people see. Ids serve links only. */
export function visibleColumns(result: ResultSet): readonly Column[] {
  return result.columns.filter(({ role }) => role !== 'id');
}
