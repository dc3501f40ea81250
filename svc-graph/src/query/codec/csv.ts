import { NULL_MARKER } from '@cairn/query';
import { cellOf } from '../table.ts';
import type { Table, Vector } from '../table.ts';
import type { QueryAnswer } from './answer.ts';

/** What spreadsheets take for the beginning of a formula, in full width as well, and behind a mark that they leave out. */
const FORMULA = /^\ufeff*[=+\-@\t\r\n＝＋－＠]/;
/** A number and the one before it, which no spreadsheet runs though it may begin with a minus. */
const PAIR = new RegExp(`^-?[\\d.e-]+,(-?[\\d.e-]+|${NULL_MARKER})$`);
const SPECIAL = /[",\r\n]/;
const CELLS_A_PART = 10_000;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = Array.isArray(value) ? value.join('; ') : String(value);
  // A spreadsheet would run it; the apostrophe makes it text there.
  const safe = FORMULA.test(text) && !PAIR.test(text) ? `'${text}` : text;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

type CellAt = (row: number) => unknown;
type Columns = QueryAnswer['columns'];

/** A measure and its comparison are one cell, "current,comparison", in which a missing number is the null marker. */
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

/** The lines of a table in parts of which none takes long; text that a spreadsheet would run is made plain. */
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
