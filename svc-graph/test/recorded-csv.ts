import { readFileSync } from 'node:fs';
import { csvParse } from 'd3';

export type CsvRow = Readonly<Record<string, string>>;

/** The rows of a recorded csv; some begin with an empty line. */
export const readCsv = (file: string): CsvRow[] =>
  csvParse(readFileSync(file, 'utf8').trim()).map((row) => ({ ...row }) as CsvRow);
