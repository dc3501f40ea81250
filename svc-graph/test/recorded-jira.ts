import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRecorded } from './recorded-data.ts';

const DEVLAKE = findRecorded('devlake/jira') ?? '';
const JIRA = findRecorded('jira') ?? '';

/** Whether the recorded data lies beside the project. */
export const hasRecordedJira = DEVLAKE !== '' && JIRA !== '';

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
function csvRows(path: string): CsvRow[] {
  const [head = [], ...lines] = csvLines(readFileSync(join(DEVLAKE, path), 'utf8'));
  return lines.map((line) => Object.fromEntries(head.map((name, index) => [name, line[index] ?? ''])));
}

/** The rows of another product's table. */
export const expectedRows = (table: string): CsvRow[] => csvRows(`expected/${table}.csv`);

/** What the API sent of a board, in the order in which it came. */
export function recordedItems(list: string, params = '{"ConnectionId":2,"BoardId":8}'): unknown[] {
  return csvRows(`raw/_raw_jira_api_${list}.csv`)
    .filter((row) => row['params'] === params)
    .map(({ data = 'null' }) => JSON.parse(data) as unknown);
}

/** The recorded messages of webhooks, or answers of the API, by file. */
export function recordedFiles(folder: 'webhooks' | 'rest'): [name: string, value: unknown][] {
  const names = readdirSync(join(JIRA, folder)).filter(
    (name) => name.endsWith('.json') && name !== 'expected.json',
  );
  return names.map((name) => [name, JSON.parse(readFileSync(join(JIRA, folder, name), 'utf8')) as unknown]);
}

/** What another product says of the messages of webhooks. */
export const expectedMessages = (): unknown =>
  JSON.parse(readFileSync(join(JIRA, 'webhooks/expected.json'), 'utf8'));
