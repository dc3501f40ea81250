import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRecorded } from './recorded-data.ts';

/** Rows of another product; empty where they are not recorded beside the project. */
export const DEVLAKE = findRecorded('devlake/jira') ?? '';
const JIRA = findRecorded('jira') ?? '';

/** Whether the recorded data lies beside the project. */
export const hasRecordedJira = DEVLAKE !== '' && JIRA !== '';

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
