import type { BucketUnit, ClockPart, Shift, Weekday, ZoneTable } from '@cairn/query';
import type { Expr } from '../plan/plan.ts';
import { sql } from './sql.ts';
import type { Sql } from './sql.ts';
import { instantMicros, isUtc, localMicros, shortStart } from './zones.ts';

/*
 * ClickHouse's calendar covers 1900 to 2299. Days are therefore counted as whole numbers, and months are
 * looked up in those 400 years, after which the calendar repeats.
 */
const DAY = 86_400_000_000;
/**
 * Signed. An unsigned constant beside a 33-bit number would read moments before 1970 as large 64-bit ones.
 */
const A_DAY = sql`toInt64(${DAY})`;
const DAYS_OF_ERA = 146_097;
/** 1900-01-01 in days since 1970. */
const ERA_STARTS = -25_567;
/** 1970-01-01 was a Thursday. */
const THURSDAY = 4;

/** Microseconds since 1970 of a moment. */
export const microsOf = (of: Sql): Sql => sql`toUnixTimestamp64Micro(${of})`;

/** The moment that lies this many microseconds after 1970, in any year. */
export const momentOf = (micros: Sql): Sql => sql`fromUnixTimestamp64Micro(toInt64(${micros}), 'UTC')`;

/** Microseconds since 1970 of a moment, or of the start of a day. */
export function microsOfExpr(of: Sql, expr: Expr): Sql {
  const isDay = expr.node === 'column' && expr.type === 'date';
  return isDay ? sql`(toInt64(toInt32(${of})) * ${DAY})` : microsOf(of);
}

/** Binds a value to a variable, so that its SQL is written once; the text of a zone is long. */
function bound(name: 'm' | 'w' | 'v', of: Sql, made: (of: Sql) => Sql): Sql {
  const variable = [name];
  return sql`arrayMap(${variable} -> ${made(variable)}, [${of}])[1]`;
}

/** Applies `made` to the zone's wall clock at an instant, both in microseconds. */
function atWall(micros: Sql, zone: ZoneTable, made: (wall: Sql) => Sql): Sql {
  if (isUtc(zone)) return made(micros);
  return bound('m', micros, (m) => bound('w', localMicros(m, zone), made));
}

const instantOf = (local: Sql, zone: ZoneTable): Sql =>
  isUtc(zone) ? local : bound('v', local, (v) => instantMicros(v, zone));

const days = (micros: Sql): Sql => sql`intDiv(${micros} - positiveModulo(${micros}, ${A_DAY}), ${A_DAY})`;

const LONG = {
  month: sql`toStartOfMonth`,
  quarter: sql`toStartOfQuarter`,
  year: sql`toStartOfYear`,
};

/** How many 400-year eras lie between a day and those that the engine knows. */
const erasOf = (day: Sql): Sql => sql`toInt32(floor((${day} - ${ERA_STARTS}) / ${DAYS_OF_ERA}))`;

const known = (day: Sql): Sql => sql`CAST(toInt32(${day} - ${erasOf(day)} * ${DAYS_OF_ERA}) AS Date32)`;

function firstDayOf(day: Sql, unit: keyof typeof LONG): Sql {
  return sql`(toInt32(${LONG[unit]}(${known(day)})) + ${erasOf(day)} * ${DAYS_OF_ERA})`;
}

const sinceFirst = (day: Sql, firstDay: Weekday): Sql =>
  sql`positiveModulo(${day} + ${THURSDAY - firstDay}, 7)`;

/** The start of a bucket: an instant for minutes and hours, a wall clock reading for longer units. */
export function bucket(micros: Sql, unit: BucketUnit, zone: ZoneTable, firstDay: Weekday): Sql {
  if (unit === 'minute' || unit === 'hour')
    return momentOf(bound('m', micros, (m) => shortStart(m, unit, zone)));
  const start = (wall: Sql): Sql => {
    if (unit === 'day') return sql`${wall} - positiveModulo(${wall}, ${A_DAY})`;
    const day = days(wall);
    const first =
      unit === 'week' ? sql`(toInt32(${day}) - ${sinceFirst(day, firstDay)})` : firstDayOf(day, unit);
    return sql`toInt64(${first}) * ${DAY}`;
  };
  return momentOf(atWall(micros, zone, start));
}

/** The hour of day, the minute of the hour, or the number of days after the first day of the week. */
export function clockPart(micros: Sql, part: ClockPart, zone: ZoneTable, firstDay: Weekday): Sql {
  return atWall(micros, zone, (wall) => {
    const since = sql`positiveModulo(${wall}, ${A_DAY})`;
    if (part === 'hourOfDay') return sql`intDiv(${since}, ${DAY / 24})`;
    if (part === 'minuteOfHour') return sql`(intDiv(${since}, ${DAY / 1_440}) % 60)`;
    return sinceFirst(days(wall), firstDay);
  });
}

/** A moment shifted by the wall clock of the zone, in microseconds. */
export function movedMicros(
  micros: Sql,
  by: Shift,
  { from, to }: { readonly from: ZoneTable; readonly to: ZoneTable },
): Sql {
  const moved = (wall: Sql): Sql => {
    if (!('months' in by)) return sql`(${wall} + toInt64(${by.ms}) * 1000)`;
    const day = days(wall);
    const later = sql`toInt64(toInt32(addMonths(${known(day)}, ${by.months}))) + ${erasOf(day)} * ${DAYS_OF_ERA}`;
    return sql`((${later}) * ${DAY} + positiveModulo(${wall}, ${A_DAY}))`;
  };
  return instantOf(atWall(micros, from, moved), to);
}
