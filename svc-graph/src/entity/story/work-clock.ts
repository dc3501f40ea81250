import { fromLocal, isZone, toLocal, zoneTable } from '@cairn/query';
import { DEFAULT_CALENDAR } from '../../derive/calendar.ts';
import { WORK_HOURS } from '../../derive/clocks.ts';
import { NOBODY } from '../../derive/session.ts';
import type { Reader } from '../../query/engine/reader.ts';
import { isoOf } from '../find.ts';

interface Hours {
  readonly zone: string;
  readonly days: readonly number[];
  /** Minutes of the day. */
  readonly opens: number;
  readonly closes: number;
  readonly holidays: readonly string[];
}

interface Span {
  readonly person: string;
  readonly since: number;
  readonly until: number;
  readonly hours: Hours;
}

const DAY = 86_400_000;
const MINUTE = 60_000;

/** The working seconds between two moments (epoch ms) by a calendar. */
export function workedSeconds(
  { zone, days, opens, closes, holidays }: Hours,
  from: number,
  to: number,
): number {
  const table = zoneTable(isZone(zone) ? zone : 'UTC');
  let worked = 0;
  const first = Math.floor(toLocal(table, from) / DAY) * DAY;
  const last = toLocal(table, to);
  for (let midnight = first; midnight <= last; midnight += DAY) {
    const date = new Date(midnight);
    if (!days.includes(date.getUTCDay() || 7) || holidays.includes(date.toISOString().slice(0, 10))) continue;
    const begin = Math.max(from, fromLocal(table, midnight + opens * MINUTE));
    const end = Math.min(to, fromLocal(table, midnight + closes * MINUTE));
    worked += Math.max(0, end - begin);
  }
  return Math.floor(worked / 1_000);
}

interface Row extends Omit<Hours, 'days'> {
  readonly person: string;
  readonly since: string;
  readonly until: string;
  readonly days: readonly string[];
}

const momentOf = (text: string) => (/^[1-9]\d{3}-/.test(text) ? Date.parse(isoOf(text)) : 0);

/** The clocks of people, each by the calendar that applied to them when a span began. */
export interface WorkClocks {
  /** The working seconds from one moment to another. */
  worked(person: string | null, from: number, to: number): number;
  /** The seconds of a working day at a moment. */
  workday(person: string | null, at: number): number;
}

/** Reads the clocks of people, and that of nobody in particular. */
export async function workClocks(store: Reader, people: readonly string[]): Promise<WorkClocks> {
  const rows = await store.rows<Row>(
    `${WORK_HOURS} WHERE w."personUuid" IN (SELECT unnest(from_json($1::JSON, '["UUID"]')))`,
    [JSON.stringify([...people, NOBODY])],
  );
  const spans = rows.map(({ person, since, until, days, ...hours }): Span => {
    return {
      person,
      since: momentOf(since),
      until: momentOf(until),
      hours: { ...hours, days: days.map(Number) },
    };
  });
  const own = (person: string, at: number) =>
    spans.find((span) => span.person === person && span.since <= at && span.until > at)?.hours;
  const hoursOf = (person: string | null, at: number) =>
    own(person ?? NOBODY, at) ?? own(NOBODY, at) ?? DEFAULT_CALENDAR;
  return {
    worked: (person, from, to) => workedSeconds(hoursOf(person, from), from, to),
    workday: (person, at) => {
      const { opens, closes } = hoursOf(person, at);
      return (closes - opens) * 60;
    },
  };
}
