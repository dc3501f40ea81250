import { readFileSync } from 'node:fs';

/** One cell of a csv, quoted or plain, with what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^,\n\r"]*))(,|\r?\n|$)/gy;

function splitLines(text: string): string[][] {
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

/** The rows of a csv by the names of its head. */
export function readCsv(path: string): Readonly<Record<string, string>>[] {
  const [head = [], ...lines] = splitLines(readFileSync(path, 'utf8'));
  return lines.map((line) => Object.fromEntries(head.map((name, index) => [name, line[index] ?? ''])));
}
