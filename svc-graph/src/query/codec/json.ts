import type { Rows } from '@cairn/contracts';
import { cellOf } from '../table.ts';
import type { Vector } from '../table.ts';
import type { Answer } from './answer.ts';

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The answer as row objects keyed by column; documents are parsed, missing values are null. */
export function toRows({ columns, table, meta }: Answer): Rows {
  const readers = columns.map((column, index) => {
    const vector = table.vectors[index] as Vector;
    const read = (row: number) => cellOf(vector, row);
    return column.type === 'json' ? (row: number) => parsed(read(row)) : read;
  });
  const data = Array.from({ length: table.rowCount }, (_, row) =>
    Object.fromEntries(columns.map((column, index) => [column.key, readers[index]?.(row) ?? null])),
  );
  return { data, columns: [...columns], meta };
}

/** The same as text. */
export function toJson(answer: Answer): string {
  return JSON.stringify(toRows(answer));
}
