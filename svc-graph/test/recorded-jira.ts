import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CsvRow, readCsv } from './recorded-csv.ts';
import { findRecorded } from './recorded-data.ts';

const DEVLAKE = findRecorded('devlake/jira') ?? '';
const JIRA = findRecorded('jira') ?? '';

/** Whether the recorded data lies beside the project. */
export const hasRecordedJira = DEVLAKE !== '' && JIRA !== '';

const csvRows = (path: string) => readCsv(join(DEVLAKE, path));

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
