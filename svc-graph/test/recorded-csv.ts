import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

export type CsvRow = Readonly<Record<string, string>>;

/** The rows of a recorded csv; some have empty lines. */
export const readCsv = (file: string): CsvRow[] =>
  parse(readFileSync(file), { columns: true, skip_empty_lines: true, bom: true });
