import type { BucketUnit, ClockPart, Weekday, ZoneTable } from '@cairn/query';
import { sql, value } from './sql.ts';
import type { Sql } from './sql.ts';
import { instantMicros, isUtc, localMicros, shortStart } from './zones.ts';

/** The wall clock of the zone as a timestamp. */
export function localTime(of: Sql, zone: ZoneTable): Sql {
  return isUtc(zone) ? of : sql`make_timestamp(${localMicros(sql`epoch_us(${of})`, zone)})`;
}

/**
 * The first instant at which the wall clock reads `local`; for a time that the clock skips, the instant of
 * the skip.
 */
export function instantOfLocal(local: Sql, zone: ZoneTable): Sql {
  return isUtc(zone) ? local : sql`make_timestamp(${instantMicros(sql`epoch_us(${local})`, zone)})`;
}

/**
 * Binds a value to a variable, so that its SQL is written once. Nested offsets of a zone would otherwise
 * multiply the text's length.
 */
export function once(of: Sql, made: (of: Sql) => Sql): Sql {
  return sql`list_transform([${of}], lambda bound: ${made(sql`bound`)})[1]`;
}

const LONG = {
  day: sql`'day'`,
  week: sql`'week'`,
  month: sql`'month'`,
  quarter: sql`'quarter'`,
  year: sql`'year'`,
};

/**
 * The start of a bucket: an instant for minutes and hours, a wall clock reading for longer units, a date for
 * days.
 */
export function bucket(of: Sql, unit: BucketUnit, zone: ZoneTable, firstDay: Weekday): Sql {
  const at = sql`CAST(${of} AS TIMESTAMP)`;
  if (unit === 'minute' || unit === 'hour')
    return sql`make_timestamp(${shortStart(sql`epoch_us(${at})`, unit, zone)})`;
  const local = localTime(at, zone);
  // DuckDB knows the bounds of a cast to a date, so it counts days without hashing.
  if (unit === 'day') return sql`CAST(${local} AS DATE)`;
  const shift = unit === 'week' ? (8 - firstDay) % 7 : 0;
  if (shift === 0) return sql`CAST(date_trunc(${LONG[unit]}, ${local}) AS TIMESTAMP)`;
  return sql`CAST(date_trunc('week', ${local} + to_days(${shift})) - to_days(${shift}) AS TIMESTAMP)`;
}

/** The hour of day, the minute of the hour, or the number of days after the first day of the week. */
export function clockPart(of: Sql, part: ClockPart, zone: ZoneTable, firstDay: Weekday): Sql {
  const local = localTime(sql`CAST(${of} AS TIMESTAMP)`, zone);
  if (part === 'hourOfDay') return sql`hour(${local})`;
  if (part === 'minuteOfHour') return sql`minute(${local})`;
  // Without a remainder DuckDB knows the bounds, and counts without hashing.
  if (firstDay === 1) return sql`isodow(${local}) - 1`;
  return firstDay === 7 ? sql`dayofweek(${local})` : sql`(isodow(${local}) + ${7 - firstDay}) % 7`;
}

/** What the engine groups by instead of a key, and how the key is restored. */
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
/** The range of 16-bit numbers, less a margin for the offsets of zones. */
const MOST = 65_000;
const MICROS = 1_000;

const days = (count: Sql): Sql => sql`(DATE '1970-01-01' + CAST(${count} AS INTEGER))`;

/**
 * The wall clock's day as a 16-bit number of days since 1970; null when moments reach beyond that. DuckDB
 * knows the bounds of such numbers, but not of dates computed from another clock.
 */
export function countedDay(of: Sql, zone: ZoneTable, { start, end }: MomentRange): Counted | null {
  if (start < 2 * DAY || end > MOST * DAY) return null;
  const local = localMicros(sql`epoch_us(${of})`, zone);
  return { by: sql`CAST((${local}) // ${DAY * MICROS} AS USMALLINT)`, restore: days };
}

/**
 * The hour of UTC as a 16-bit number of hours since the earliest possible moment; null when 16 bits do not
 * suffice.
 */
export function countedHour(of: Sql, { start, end }: MomentRange): Counted | null {
  const origin = Math.floor(start / HOUR) * HOUR;
  if (!Number.isFinite(origin) || end - origin > MOST * HOUR) return null;
  const first = sql`CAST(${value({ type: 'number', value: origin * MICROS })} AS BIGINT)`;
  return {
    // `date_diff` takes fewer steps than dividing microseconds.
    by: sql`CAST(date_diff('hour', make_timestamp(${first}), ${of}) AS USMALLINT)`,
    restore: (hours) => sql`make_timestamp(${first} + CAST(${hours} AS BIGINT) * ${HOUR * MICROS})`,
  };
}

/**
 * A Monday and a first of January before every possible moment, so that counts from them are never negative.
 */
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

/** A period longer than a day as a number, which DuckDB computes faster than its start. */
export function countedPeriod(
  of: Sql,
  unit: 'week' | 'month' | 'quarter' | 'year',
  zone: ZoneTable,
  firstDay: Weekday,
): Counted {
  const local = localTime(sql`CAST(${of} AS TIMESTAMP)`, zone);
  if (unit === 'week') return weeks(local, firstDay);
  const { months, ofUtc } = OF_MONTHS[unit];
  // Reading two parts of a date is faster than counting months, but would repeat the long text of a zone.
  const by = isUtc(zone)
    ? ofUtc(local)
    : sql`(date_diff('month', ${FIRST_DAY}, CAST(${local} AS DATE)) // ${months})`;
  const before = (1970 - (isUtc(zone) ? 0 : FIRST_YEAR)) * 12;
  return { by, restore: (count) => monthsSince1970(sql`${count} * ${months} - ${before}`) };
}
