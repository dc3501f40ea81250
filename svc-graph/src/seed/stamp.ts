import { CATALOGUE, extendKinds } from '@cairn/entities';
import { OWN_FIELDS } from '../sources/simulated/own-fields.ts';
import { quoted, writtenTablesOf } from '../store/ddl.ts';

/** Seconds by which each division is later than the one before, so that not everybody starts at once. */
const APART = 37;

/** The columns of texts that name something within the org; every division but the first appends its number. */
const NAMING: Readonly<Record<string, readonly string[]>> = {
  Person: ['name', 'email'],
  Team: ['name'],
  Project: ['name', 'projectKey'],
  Repository: ['name', 'fullName'],
  Channel: ['name'],
  Sprint: ['name'],
  Issue: ['issueKey', 'assignee', 'reporter', 'epic'],
  PullRequest: ['repository', 'createdBy'],
  CicdPipeline: ['repository'],
  Identity: ['username', 'name'],
  Event: ['sourceEventId'],
};
const EVERYWHERE = new Set(['externalId', 'sourceUrl', 'sha']);
const LISTS = new Set(['emails', 'reviewers', 'assignees']);
const ONCE = new Set([
  'Source',
  'OwnAttribute',
  'RawPayload',
  'Meta',
  'WorkClock',
  'Outbox',
  'SourceRun',
  'SourceChange',
  'RemovedTeam',
]);

/** The uuid of division `k`: its number goes into four digits so that it can be taken out again, and no two meet. */
export function stampedUuid(column: string): string {
  const text = `${quoted(column)}::VARCHAR`;
  const digits = `format('{:04x}', xor(CAST('0x' || substr(${text}, 10, 4) AS BIGINT), k))`;
  return `CAST(left(${text}, 9) || ${digits} || substr(${text}, 14) AS UUID)`;
}

function value(table: string, column: string, type: string): string {
  const name = quoted(column);
  if (table === 'WorkingCalendar' && column === 'owner')
    return `CASE WHEN k = 0 THEN owner ELSE (${stampedUuid('owner')})::VARCHAR END`;
  if (type === 'UUID') return stampedUuid(column);
  if (type === 'TIMESTAMP') return `${name} + to_seconds(k * ${String(APART)})`;
  if (LISTS.has(column)) return `list_transform(${name}, lambda x: concat(x, '~', k))`;
  if (EVERYWHERE.has(column) || NAMING[table]?.includes(column))
    return `CASE WHEN k = 0 THEN ${name} ELSE ${name} || '~' || k END`;
  return name;
}

function selected(table: string, columns: ReadonlyMap<string, string>): string {
  return [...columns]
    .map(([column, type]) => `${value(table, column, type)} AS ${quoted(column)}`)
    .join(', ');
}

/** One table of the load set, with its rows in each window of time. */
export interface Stamp {
  readonly table: string;
  readonly sql: (window: { from: number; to: number } | null) => string;
  readonly time: string | null;
}

const at = (seconds: number) => `make_timestamp(${String(seconds)}::BIGINT * 1000000)`;

/** How each table of the base is repeated for as many divisions, in order of time; `order` names the column. */
export function stamps(divisions: number, order: Readonly<Record<string, string>>): Stamp[] {
  const tables = [...writtenTablesOf(extendKinds(CATALOGUE.kinds, OWN_FIELDS))].filter(
    ([table]) => !ONCE.has(table),
  );
  return tables.map(([table, columns]) => {
    const time = order[table] ?? (columns.has('createdAt') ? 'createdAt' : null);
    const list = [...columns.keys()].map(quoted).join(', ');
    return {
      table,
      time,
      sql: (window) => {
        const where =
          window && time
            ? `WHERE ${quoted(time)} >= ${at(window.from)} AND ${quoted(time)} < ${at(window.to)}`
            : '';
        const sorted = time ? `ORDER BY ${quoted(time)}` : '';
        return `INSERT INTO ${quoted(table)} (${list}) SELECT ${selected(table, columns)}
          FROM (SELECT * FROM base.${quoted(table)} ${where}), range(${String(divisions)}) t(k) ${sorted}`;
      },
    };
  });
}
