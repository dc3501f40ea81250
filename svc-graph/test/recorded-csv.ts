import { readFileSync } from 'node:fs';

export type CsvRow = Readonly<Record<string, string>>;

/** One cell of a csv, quoted or plain, with what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^,\n\r"]*))(,|\r?\n|$)/gy;

function csvLines(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(CELL)) {
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (line.length > 1) lines.push(line);
    line = [];
  }
  return lines;
}

/** The rows of a recorded csv. */
export function readCsv(file: string): CsvRow[] {
  const [head = [], ...lines] = csvLines(readFileSync(file, 'utf8'));
  return lines.map((line) => Object.fromEntries(head.map((name, index) => [name, line[index] ?? ''])));
}
