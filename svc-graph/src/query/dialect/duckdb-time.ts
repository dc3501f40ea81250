import type { BucketUnit, Weekday, ZoneTable } from '@cairn/query';
import { sql } from './sql.ts';
import type { Sql } from './sql.ts';
import { instantMicros, isUtc, localMicros, shortStart } from './zones.ts';

/** The wall clock of the zone as a timestamp. */
export function localTime(of: Sql, zone: ZoneTable): Sql {
  return isUtc(zone) ? of : sql`make_timestamp(${localMicros(sql`epoch_us(${of})`, zone)})`;
}

/** The instant at which the wall clock first reads `local`, or the moment of the skip that leaves it out. */
export function instantOfLocal(local: Sql, zone: ZoneTable): Sql {
  return isUtc(zone) ? local : sql`make_timestamp(${instantMicros(sql`epoch_us(${local})`, zone)})`;
}

const LONG = {
  day: sql`'day'`,
  week: sql`'week'`,
  month: sql`'month'`,
  quarter: sql`'quarter'`,
  year: sql`'year'`,
};

/** Start of the bucket: an instant for minutes and hours, the wall clock reading for longer ones, a date for days. */
export function bucket(of: Sql, unit: BucketUnit, zone: ZoneTable, firstDay: Weekday): Sql {
  const at = sql`CAST(${of} AS TIMESTAMP)`;
  if (unit === 'minute' || unit === 'hour')
    return sql`make_timestamp(${shortStart(sql`epoch_us(${at})`, unit, zone)})`;
  const local = localTime(at, zone);
  // Of a cast to a date the engine knows the bounds, so that it counts days without hashing them.
  if (unit === 'day') return sql`CAST(${local} AS DATE)`;
  const shift = unit === 'week' ? (8 - firstDay) % 7 : 0;
  if (shift === 0) return sql`CAST(date_trunc(${LONG[unit]}, ${local}) AS TIMESTAMP)`;
  return sql`CAST(date_trunc('week', ${local} + to_days(${shift})) - to_days(${shift}) AS TIMESTAMP)`;
}

/** The hour of day, or how many days after the first day of the week. */
export function clockPart(of: Sql, part: 'hourOfDay' | 'dayOfWeek', zone: ZoneTable, firstDay: Weekday): Sql {
  const local = localTime(sql`CAST(${of} AS TIMESTAMP)`, zone);
  if (part === 'hourOfDay') return sql`hour(${local})`;
  // What is no remainder keeps its bounds known to the engine, which then counts without hashing.
  if (firstDay === 1) return sql`isodow(${local}) - 1`;
  return firstDay === 7 ? sql`dayofweek(${local})` : sql`(isodow(${local}) + ${7 - firstDay}) % 7`;
}

const DAY_MICROS = 86_400_000_000;
/** The first days and those after which numbers of days do not fit into 16 bits, in epoch ms. */
const NUMBERED = { from: 2 * 86_400_000, until: 65_000 * 86_400_000 };

/** Whether every instant of a span has a day with a number of 16 bits, in whatever zone. */
export const isNumbered = (start: number, end: number): boolean =>
  start >= NUMBERED.from && end <= NUMBERED.until;

/**
 * The day of the wall clock as its number since 1970: of 16 bits the engine knows the bounds, which it does not of dates
 * that it reckons from another clock.
 */
export function numberedDay(of: Sql, zone: ZoneTable): Sql {
  return sql`CAST((${localMicros(sql`epoch_us(${of})`, zone)}) // ${DAY_MICROS} AS USMALLINT)`;
}

/** The date that a number of days stands for. */
export const dateOfNumber = (of: Sql): Sql => sql`(DATE '1970-01-01' + CAST(${of} AS INTEGER))`;
