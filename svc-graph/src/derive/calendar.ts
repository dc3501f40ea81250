import type { WorkingCalendar } from '@cairn/contracts';
import type { GraphWriter } from '../store/graph-writer.ts';
import { deleteFrom, insertInto } from '../store/statement.ts';
import type { Statement } from '../store/statement.ts';

/** The calendar of an org without one of its own. */
export const DEFAULT_CALENDAR = {
  zone: 'UTC',
  days: [1, 2, 3, 4, 5],
  opens: 9 * 60,
  closes: 17 * 60,
  holidays: [] as string[],
} satisfies WorkingCalendar;

/** The owner of a calendar: the org, or the uuid of a team or a person. */
export type CalendarOwner = 'org' | (string & {});

/** Sets an owner's calendar. Null removes it, so that the next wider one applies. */
export function calendarStatements(owner: CalendarOwner, calendar: WorkingCalendar | null): Statement[] {
  const removed = deleteFrom('WorkingCalendar', 'owner = $1', [owner]);
  if (!calendar) return [removed];
  const { zone, days, opens, closes, holidays } = calendar;
  const sql = `SELECT $1, from_json($2::JSON, '"VARCHAR"'), from_json($3::JSON, '["VARCHAR"]'),
    $4::BIGINT, $5::BIGINT, from_json($6::JSON, '["VARCHAR"]')`;
  const sorted = [[...new Set(days)].sort((a, b) => a - b).map(String), [...new Set(holidays)].sort()];
  const [daysText = '', holidaysText = ''] = sorted.map((list) => JSON.stringify(list));
  const params = [owner, JSON.stringify(zone), daysText, String(opens), String(closes), holidaysText];
  return [removed, insertInto('WorkingCalendar', [], sql, params)];
}

/** The calendars of an org, its own first. */
export async function readCalendars(
  store: Pick<GraphWriter, 'rows'>,
): Promise<{ owner: CalendarOwner; calendar: WorkingCalendar }[]> {
  const rows = await store.rows<Omit<WorkingCalendar, 'days'> & { owner: string; days: string[] }>(
    `SELECT owner, zone, days, opens::INTEGER AS opens, closes::INTEGER AS closes, holidays FROM "WorkingCalendar"
     ORDER BY owner <> 'org', owner`,
  );
  return rows.map(({ owner, days, ...rest }) => ({ owner, calendar: { ...rest, days: days.map(Number) } }));
}
