import { NULL_MARKER } from '@cairn/query';
import { csvCell } from '@cairn/service-kit/csv';
import { cellOf } from '../table.ts';
import type { Table, Vector } from '../table.ts';
import type { QueryAnswer } from './answer.ts';
import { sheetCells, sheetHeads } from './sheet.ts';

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

/** How a csv is written: by keys and exact values, or as a sheet for people in a zone. */
export type CsvForm = { readonly zone: string } | 'exact';

/** The first line of a csv: the keys of its columns, or their labels. */
export function csvHead(columns: Columns, form: CsvForm = 'exact'): string {
  const keys = columns.filter(({ period }) => period !== 'comparison').map(({ key }) => key);
  return `${(form === 'exact' ? keys : sheetHeads(columns, form.zone)).map((key) => cell(key)).join(',')}\r\n`;
}

/** The lines of a table in short parts. Texts that a spreadsheet would run are escaped. */
export function* csvLines(columns: Columns, table: Table, form: CsvForm = 'exact'): Generator<string> {
  const cells = form === 'exact' ? cellsOf(columns, table) : sheetCells(columns, table, form.zone);
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

/** The answer as a sheet for people, in the zone of the answer. */
export function* sheetParts({ columns, table, meta }: QueryAnswer): Generator<string> {
  const form = { zone: meta.timezone };
  yield csvHead(columns, form);
  yield* csvLines(columns, table, form);
}
