import { cellOf } from '../table.ts';
import type { Vector } from '../table.ts';
import type { QueryAnswer } from './answer.ts';

const CELLS_A_PART = 10_000;

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * Encodes the answer as `Rows` in JSON, in parts. Rows are objects keyed by column; documents are parsed and
 * missing values are null.
 */
export function* jsonParts({ columns, table, meta }: QueryAnswer): Generator<string> {
  const readers = columns.map((column, index) => {
    const vector = table.vectors[index] as Vector;
    const read = (row: number) => cellOf(vector, row);
    return column.type === 'json' ? (row: number) => parsed(read(row)) : read;
  });
  const rowAt = (row: number) =>
    JSON.stringify(Object.fromEntries(columns.map(({ key }, index) => [key, readers[index]?.(row) ?? null])));
  const part = Math.max(1, Math.floor(CELLS_A_PART / Math.max(1, columns.length)));
  yield '{"data":[';
  for (let start = 0; start < table.rowCount; start += part) {
    const length = Math.min(part, table.rowCount - start);
    const rows = Array.from({ length }, (_, index) => rowAt(start + index));
    yield (start > 0 ? ',' : '') + rows.join(',');
  }
  yield `],"columns":${JSON.stringify(columns)},"meta":${JSON.stringify(meta)}}`;
}
