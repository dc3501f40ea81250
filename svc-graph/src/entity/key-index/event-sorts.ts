import { type KeyedReader, fewRows } from './keyed-rows.ts';
import { ALL_SAID, SAID, said, valuesOf } from './sort-tables.ts';

/** Events of a story: the condition of each event `e`, and the query of their rows where an index finds them. */
export interface StoryEvents {
  readonly condition: string;
  readonly rows: string | null;
}

/**
 * When the events of a story were, as a query of `row`, `"occurredAt"` and `sort`, and with `words` of what a sort says;
 * null where no index has it.
 */
export function momentsOf(
  { keys }: KeyedReader,
  { condition, rows }: StoryEvents,
  { words }: { readonly words: boolean },
): string | null {
  const index = keys?.sorts;
  if (!index || rows === null) return null;
  const made = `SELECT * FROM ${index.name} WHERE row IN (${rows})`;
  const told = words
    ? `SELECT s.row, s."occurredAt", s.sort, ${said('v')}, v.type FROM (${made}) s JOIN ${valuesOf(index.name)} v ON v.sort = s.sort`
    : `SELECT row, "occurredAt", sort FROM (${made})`;
  if (index.from === null) return told;
  return `${told} UNION ALL SELECT e.rowid, e."occurredAt", NULL${words ? `, ${ALL_SAID}` : ''}
    FROM "Event" e WHERE ${condition} AND e.rowid >= ${String(index.from)}`;
}

/**
 * How many events of a story are of each sort, as a query of what a sort says, of `events`, and of their `latest`
 * moment. `read` names what has read their moments already.
 */
export function sortsOf({ keys }: KeyedReader, { condition, rows }: StoryEvents, read?: string): string {
  const columns = ['newStatus', 'delta', 'comment', 'occurredAt', ...SAID]
    .map((column) => `e."${column}"`)
    .join(', ');
  const counted = (more: string) => `SELECT ${ALL_SAID}, count(*) AS events, max(e."occurredAt") AS latest
    FROM (${fewRows(`SELECT ${columns} FROM "Event" e WHERE ${condition}${more}`)}) e GROUP BY ALL`;
  const index = keys?.sorts;
  if (!index || rows === null) return counted('');
  const sorts = read ? `${read} WHERE sort IS NOT NULL` : `${index.name} WHERE row IN (${rows})`;
  const made = `SELECT ${said('v')}, v.type, s.events, s.latest
    FROM (SELECT sort, count(*) AS events, max("occurredAt") AS latest FROM ${sorts} GROUP BY sort) s
    JOIN ${valuesOf(index.name)} v ON v.sort = s.sort`;
  return index.from === null ? made : `${made} UNION ALL ${counted(` AND e.rowid >= ${String(index.from)}`)}`;
}
