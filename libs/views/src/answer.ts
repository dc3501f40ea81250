import { AnswerMeta, Column, uuidText, type Rows } from '@cairn/contracts';
import { tableFromIPC, type Table } from '@uwdata/flechette';
import { z } from 'zod';

/** A value of an answer: moments are epoch milliseconds, days are `YYYY-MM-DD`. */
export type Cell = string | number | boolean | null | readonly string[] | object;

/** An answer by columns; the same whether it travelled as Arrow or JSON. */
export interface Answer {
  readonly columns: readonly Column[];
  readonly numRows: number;
  get(key: string, row: number): Cell;
  readonly meta: AnswerMeta;
}

const Described = z.object({ columns: z.array(Column), meta: AnswerMeta });

/** Reads an Arrow IPC stream whose schema carries columns and meta under `cairn`; throws when it does not. */
export function decodeArrow(bytes: ArrayBuffer | Uint8Array): Answer {
  const table = tableFromIPC(bytes, { useBigInt: false });
  const described = Described.parse(JSON.parse(table.schema.metadata?.get('cairn') ?? 'null'));
  const values = new Map(described.columns.map((column) => [column.key, vectorOf(table, column)]));
  return {
    ...described,
    numRows: table.numRows,
    get: (key, row) => values.get(key)?.(row) ?? null,
  };
}

function vectorOf(table: Table, column: Column): (row: number) => Cell {
  const vector = table.getChild(column.key);
  return vector ? (row) => readCell(vector.at(row), column) : () => null;
}

/** The same answer from its JSON form. */
export function answerOfRows({ data, columns, meta }: Rows): Answer {
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

function readCell(value: unknown, column: Column): Cell {
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

function readJson(text: string): Cell {
  try {
    return JSON.parse(text) as Cell;
  } catch {
    return text;
  }
}

/** The columns that people see: ids serve links only. */
export function visibleColumns(answer: Answer): readonly Column[] {
  return answer.columns.filter(({ role }) => role !== 'id');
}
