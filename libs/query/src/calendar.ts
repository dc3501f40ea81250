import { fromLocal, stretchAt, toLocal } from './zone.ts';
import type { ZoneTable } from './zone.ts';

/** Units that divide time into buckets; the other `DATE_UNITS` are parts of the clock. */
export type BucketUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The reader's calendar: time zone and first day of the week. */
export interface Calendar {
  readonly zone: ZoneTable;
  readonly firstDay: Weekday;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS: Partial<Record<BucketUnit, number>> = { month: 1, quarter: 3, year: 12 };

/** Midnight of a day in UTC, also for years before 100, which `Date.UTC` moves to the last century. */
const midnight = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month, day);

/** The start of the unit that contains a wall clock reading. */
export function floorLocal(local: number, unit: BucketUnit, firstDay: Weekday): number {
  if (unit === 'minute') return Math.floor(local / MINUTE) * MINUTE;
  if (unit === 'hour') return Math.floor(local / HOUR) * HOUR;
  const day = Math.floor(local / DAY);
  if (unit === 'day') return day * DAY;
  if (unit === 'week') {
    // Day 0 of the epoch was a Thursday.
    const weekday = (((day + 3) % 7) + 7) % 7;
    return (day - ((weekday - (firstDay - 1) + 7) % 7)) * DAY;
  }
  const date = new Date(local);
  const months = MONTHS[unit] ?? 1;
  return midnight(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months, 1);
}

/** Moves a wall clock reading by whole units. A day that the month lacks becomes its last day. */
export function addLocal(local: number, unit: BucketUnit, count: number): number {
  if (unit === 'minute') return local + count * MINUTE;
  if (unit === 'hour') return local + count * HOUR;
  if (unit === 'day') return local + count * DAY;
  if (unit === 'week') return local + count * 7 * DAY;
  const date = new Date(local);
  const month = date.getUTCMonth() + count * (MONTHS[unit] ?? 1);
  const last = new Date(midnight(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), last);
  return midnight(date.getUTCFullYear(), month, day) + (((local % DAY) + DAY) % DAY);
}

/** The instant at which an instant's bucket starts, by the same arithmetic as the SQL of a group. */
export function bucketOf(at: number, unit: BucketUnit, { zone, firstDay }: Calendar): number {
  if (unit !== 'minute' && unit !== 'hour')
    return fromLocal(zone, floorLocal(toLocal(zone, at), unit, firstDay));
  // A clock change by half an hour starts a new bucket, so that buckets never overlap.
  const { offset, from } = stretchAt(zone, at);
  return Math.max(floorLocal(at + offset, unit, firstDay) - offset, from);
}

/** The starts of all buckets from `start` until `end` (exclusive); stops after `most`. */
export function bucketStarts(
  start: number,
  end: number,
  unit: BucketUnit,
  calendar: Calendar,
  most: number,
): number[] {
  return unit === 'minute' || unit === 'hour'
    ? shortBuckets(start, end, unit, calendar, most)
    : longBuckets(start, end, unit, calendar, most);
}

function shortBuckets(
  start: number,
  end: number,
  unit: 'minute' | 'hour',
  calendar: Calendar,
  most: number,
): number[] {
  const width = unit === 'minute' ? MINUTE : HOUR;
  const starts = new Set<number>();
  const stretches = calendar.zone.stretches;
  for (const [index, stretch] of stretches.entries()) {
    const until = Math.min(end, stretches[index + 1]?.from ?? end);
    const from = Math.max(start, stretch.from);
    if (from >= until) continue;
    const first = Math.floor((from + stretch.offset) / width) * width - stretch.offset;
    for (let at = first; at < until && starts.size < most; at += width) {
      starts.add(Math.max(at, stretch.from));
    }
  }
  return [...starts].toSorted((a, b) => a - b);
}

function longBuckets(
  start: number,
  end: number,
  unit: BucketUnit,
  { zone, firstDay }: Calendar,
  most: number,
): number[] {
  const starts = new Set<number>();
  // A clock set back over midnight repeats the previous day.
  const returns = zone.stretches.filter(({ from }) => from > start && from < Math.min(end, start + DAY));
  const firsts = [start, ...returns.map(({ from }) => from)].map((each) => toLocal(zone, each));
  let local = floorLocal(Math.min(...firsts), unit, firstDay);
  let at = fromLocal(zone, local);
  while (at < end && starts.size < most) {
    starts.add(at);
    local = addLocal(local, unit, 1);
    at = fromLocal(zone, local);
  }
  return [...starts];
}
