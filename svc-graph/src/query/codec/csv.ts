import { NULL_MARKER } from '@cairn/query';
import { csvCell } from '@cairn/service-kit/csv';
import { cellOf } from '../table.ts';
import type { Table, Vector } from '../table.ts';
import type { QueryAnswer } from './answer.ts';

/** Matches a measure and its comparison. No spreadsheet runs this pair, even when it begins with a minus. */
const PAIR = new RegExp(`^-?[\\d.e-]+,(-?[\\d.e-]+|${NULL_MARKER})$`);
const CELLS_A_PART = 10_000;

const cell = (value: unknown) => csvCell(value, (text) => PAIR.test(text));

type CellAt = (row: number) => unknown;
type Columns = QueryAnswer['columns'];

/**
 * Reads the cells of a row. A measure and its comparison share one cell, "current,comparison", with the null
 * marker for a missing number.
 */
function cellsOf(columns: Columns, { vectors }: Table): CellAt[] {
  const at = (index: number): CellAt => {
    const vector = vectors[index] as Vector;
    return (row) => cellOf(vector, row);
  };
  return columns.flatMap(({ period }, index) => {
    if (period === 'comparison') return [];
    if (period === undefined) return [at(index)];
    const [now, before] = [at(index), at(index + 1)];
    return [(row: number) => [now(row), before(row)].map((each) => each ?? NULL_MARKER).join(',')];
  });
}

/** The first line of a csv: the keys of its columns. */
export function csvHead(columns: Columns): string {
  const shown = columns.filter(({ period }) => period !== 'comparison');
  return `${shown.map(({ key }) => cell(key)).join(',')}\r\n`;
}

/** The lines of a table in short parts. Texts that a spreadsheet would run are escaped. */
export function* csvLines(columns: Columns, table: Table): Generator<string> {
  const cells = cellsOf(columns, table);
  const rows = Math.max(1, Math.floor(CELLS_A_PART / Math.max(1, cells.length)));
  for (let start = 0; start < table.rowCount; start += rows) {
    const length = Math.min(rows, table.rowCount - start);
    const lines = Array.from({ length }, (_, row) => cells.map((at) => cell(at(start + row))).join(','));
    yield `${lines.join('\r\n')}\r\n`;
  }
}

/** The answer as csv (RFC 4180) in parts. */
export function* csvParts({ columns, table }: QueryAnswer): Generator<string> {
  yield csvHead(columns);
  yield* csvLines(columns, table);
}
