import type { Statement } from '../store/load.ts';

/** When somebody works: days as 1 Monday to 7 Sunday, minutes of the local day, holidays as YYYY-MM-DD. */
export interface WorkingCalendar {
  /** Where the wall clock hangs; null leaves it to the person's own zone, then the team's, then the org's. */
  readonly zone: string | null;
  readonly days: readonly number[];
  readonly opens: number;
  readonly closes: number;
  readonly holidays: readonly string[];
}

/** The calendar of an org that has set none. */
export const DEFAULT_CALENDAR: WorkingCalendar & { readonly zone: string } = {
  zone: 'UTC',
  days: [1, 2, 3, 4, 5],
  opens: 9 * 60,
  closes: 17 * 60,
  holidays: [],
};

/** Whose calendar it is: the org's, or the uuid of a team or a person. */
export type CalendarOwner = 'org' | (string & {});

/** Sets whose calendar; null takes it away, so that the next wider one holds. */
export function calendarStatements(owner: CalendarOwner, calendar: WorkingCalendar | null): Statement[] {
  const gone = { sql: 'DELETE FROM "WorkingCalendar" WHERE owner = $1', params: [owner] };
  if (!calendar) return [gone];
  const { zone, days, opens, closes, holidays } = calendar;
  const sql = `INSERT INTO "WorkingCalendar" SELECT $1, from_json($2::JSON, '"VARCHAR"'), from_json($3::JSON, '["VARCHAR"]'),
    $4::BIGINT, $5::BIGINT, from_json($6::JSON, '["VARCHAR"]')`;
  const sorted = [[...new Set(days)].sort((a, b) => a - b).map(String), [...new Set(holidays)].sort()];
  const [daysText = '', holidaysText = ''] = sorted.map((list) => JSON.stringify(list));
  return [
    gone,
    { sql, params: [owner, JSON.stringify(zone), daysText, String(opens), String(closes), holidaysText] },
  ];
}
