import { NULL_MARKER } from '@cairn/query';
import { cellOf } from '../table.ts';
import type { Vector } from '../table.ts';
import type { Answer } from './answer.ts';

const FORMULA = /^[=+\-@\t\r]/;
/** A number and the one before it, which no spreadsheet runs though it may begin with a minus. */
const PAIR = new RegExp(`^-?[\\d.e-]+,(-?[\\d.e-]+|${NULL_MARKER})$`);
const SPECIAL = /[",\r\n]/;
const ROWS_A_PART = 1_000;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = Array.isArray(value) ? value.join('; ') : String(value);
  // A spreadsheet would run it; the apostrophe makes it text there.
  const safe = FORMULA.test(text) && !PAIR.test(text) ? `'${text}` : text;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

type CellAt = (row: number) => unknown;

/** A measure and its comparison are one cell, "current,comparison", in which a missing number is the null marker. */
function cellsOf({ columns, table }: Answer): { key: string; at: CellAt }[] {
  const at = (index: number): CellAt => {
    const vector = table.vectors[index] as Vector;
    return (row) => cellOf(vector, row);
  };
  return columns.flatMap(({ key, period }, index) => {
    if (period === 'comparison') return [];
    if (period === undefined) return [{ key, at: at(index) }];
    const [now, before] = [at(index), at(index + 1)];
    return [
      { key, at: (row: number) => [now(row), before(row)].map((each) => each ?? NULL_MARKER).join(',') },
    ];
  });
}

/** The answer as csv (RFC 4180) in parts: column keys, then rows; text that a spreadsheet would run is made plain. */
export function* csvParts(answer: Answer): Generator<string> {
  const { table } = answer;
  const cells = cellsOf(answer);
  let lines = [cells.map(({ key }) => cell(key)).join(',')];
  for (let row = 0; row < table.rowCount; row++) {
    lines.push(cells.map(({ at }) => cell(at(row))).join(','));
    if (lines.length < ROWS_A_PART) continue;
    yield `${lines.join('\r\n')}\r\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`;
}
