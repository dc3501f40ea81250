import type { BucketUnit, Weekday, ZoneTable } from '@cairn/query';
import type { Finish } from '../plan/plan.ts';
import { sql } from './sql.ts';
import type { Sql } from './sql.ts';
import { instantMicros, isUtc, localMicros, shortStart } from './zones.ts';

/** The wall clock of the zone as a timestamp. */
export function localTime(of: Sql, zone: ZoneTable): Sql {
  return isUtc(zone) ? of : sql`make_timestamp(${localMicros(sql`epoch_us(${of})`, zone)})`;
}

/** The instant at which the wall clock first reads `local`, or the moment of the skip that leaves it out. */
export function instantOfLocal(local: Sql, { zone }: Extract<Finish, { kind: 'localInstant' }>): Sql {
  return isUtc(zone) ? local : sql`make_timestamp(${instantMicros(sql`epoch_us(${local})`, zone)})`;
}

const LONG = {
  day: sql`'day'`,
  week: sql`'week'`,
  month: sql`'month'`,
  quarter: sql`'quarter'`,
  year: sql`'year'`,
};

/** Start of the bucket: an instant for minutes and hours, the wall clock reading for longer ones. */
export function bucket(of: Sql, unit: BucketUnit, zone: ZoneTable, firstDay: Weekday): Sql {
  const at = sql`CAST(${of} AS TIMESTAMP)`;
  if (unit === 'minute' || unit === 'hour')
    return sql`make_timestamp(${shortStart(sql`epoch_us(${at})`, unit, zone)})`;
  const local = localTime(at, zone);
  // A cast to a day takes less than half of what date_trunc does.
  if (unit === 'day') return sql`CAST(CAST(${local} AS DATE) AS TIMESTAMP)`;
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
