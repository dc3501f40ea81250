import { cellOf } from '../table.ts';
import type { Answer } from './answer.ts';

const FORMULA = /^[=+\-@\t\r]/;
const SPECIAL = /[",\r\n]/;
const ROWS_A_PART = 1_000;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = Array.isArray(value) ? value.join('; ') : String(value);
  // A spreadsheet would run it; the apostrophe makes it text there.
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The answer as csv (RFC 4180) in parts: column keys, then rows; text that a spreadsheet would run is made plain. */
export function* csvParts({ columns, table }: Answer): Generator<string> {
  let lines = [columns.map(({ key }) => cell(key)).join(',')];
  for (let row = 0; row < table.rowCount; row++) {
    lines.push(table.vectors.map((vector) => cell(cellOf(vector, row))).join(','));
    if (lines.length < ROWS_A_PART) continue;
    yield `${lines.join('\r\n')}\r\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`;
}
