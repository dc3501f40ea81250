import type { BucketUnit, Weekday, ZoneTable } from '@cairn/query';
import { sql, value } from './sql.ts';
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

/**
 * What is made of a value that is written once, however often it is read: the offsets of a zone are a long text, and
 * over one another they would be one whose length is the product of theirs.
 */
export function once(of: Sql, made: (of: Sql) => Sql): Sql {
  return sql`list_transform([${of}], lambda said: ${made(sql`said`)})[1]`;
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

/** What rows are grouped by in place of a key, and how the key is restored. */
export interface Counted {
  readonly by: Sql;
  readonly restore: (of: Sql) => Sql;
}

/** The range of all moments, in epoch ms. */
export interface MomentRange {
  readonly start: number;
  readonly end: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Numbers of 16 bits, with some left for what the clocks of zones are away from UTC. */
const MOST = 65_000;
const MICROS = 1_000;

const days = (count: Sql): Sql => sql`(DATE '1970-01-01' + CAST(${count} AS INTEGER))`;

/**
 * The day of the wall clock as its number since 1970, if all moments have one: of 16 bits the engine knows the bounds,
 * which it does not of dates that it reckons from another clock.
 */
export function countedDay(of: Sql, zone: ZoneTable, { start, end }: MomentRange): Counted | null {
  if (start < 2 * DAY || end > MOST * DAY) return null;
  const local = localMicros(sql`epoch_us(${of})`, zone);
  return { by: sql`CAST((${local}) // ${DAY * MICROS} AS USMALLINT)`, restore: days };
}

/** The hour of UTC as its number since the first one that there can be, if 16 bits are enough for all. */
export function countedHour(of: Sql, { start, end }: MomentRange): Counted | null {
  const origin = Math.floor(start / HOUR) * HOUR;
  if (!Number.isFinite(origin) || end - origin > MOST * HOUR) return null;
  const first = sql`CAST(${value({ type: 'number', value: origin * MICROS })} AS BIGINT)`;
  return {
    // How often an hour begins in between is reckoned in fewer steps than by dividing microseconds.
    by: sql`CAST(date_diff('hour', make_timestamp(${first}), ${of}) AS USMALLINT)`,
    restore: (hours) => sql`make_timestamp(${first} + CAST(${hours} AS BIGINT) * ${HOUR * MICROS})`,
  };
}

/** A Monday, and the first of January, before every moment there is: what is counted from here is never cut up. */
const FIRST_DAY = sql`DATE '290310-01-01 (BC)'`;
const FIRST_YEAR = -290_309;

const monthsSince1970 = (months: Sql): Sql =>
  sql`(DATE '1970-01-01' + to_months(CAST(${months} AS INTEGER)))`;

const OF_MONTHS = {
  month: { months: 1, ofUtc: (at: Sql) => sql`(year(${at}) * 12 + month(${at}) - 1)` },
  quarter: { months: 3, ofUtc: (at: Sql) => sql`(year(${at}) * 4 + quarter(${at}) - 1)` },
  year: { months: 12, ofUtc: (at: Sql) => sql`year(${at})` },
};

function weeks(local: Sql, firstDay: Weekday): Counted {
  const first = sql`(${FIRST_DAY} + ${firstDay - 1})`;
  return {
    by: sql`((CAST(${local} AS DATE) - ${first}) // 7)`,
    restore: (count) => sql`(${first} + CAST(${count} * 7 AS INTEGER))`,
  };
}

/** A period longer than a day as its number, which an engine computes faster than its start. */
export function countedPeriod(
  of: Sql,
  unit: 'week' | 'month' | 'quarter' | 'year',
  zone: ZoneTable,
  firstDay: Weekday,
): Counted {
  const local = localTime(sql`CAST(${of} AS TIMESTAMP)`, zone);
  if (unit === 'week') return weeks(local, firstDay);
  const { months, ofUtc } = OF_MONTHS[unit];
  // Two parts of a date are read faster than months are counted, but the text of a zone is too long to say it twice.
  const by = isUtc(zone)
    ? ofUtc(local)
    : sql`(date_diff('month', ${FIRST_DAY}, CAST(${local} AS DATE)) // ${months})`;
  const before = (1970 - (isUtc(zone) ? 0 : FIRST_YEAR)) * 12;
  return { by, restore: (count) => monthsSince1970(sql`${count} * ${months} - ${before}`) };
}
