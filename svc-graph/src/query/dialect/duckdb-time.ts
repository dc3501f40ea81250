import type { BucketUnit, Stretch, Weekday, ZoneTable } from '@cairn/query';
import type { Finish } from '../plan/plan.ts';
import { sql } from './sql.ts';
import type { Sql } from './sql.ts';

/*
 * AT TIME ZONE costs twenty times UTC bucketing, so the zone's offsets are written out as a search tree over
 * epoch microseconds. All whole numbers here come from the zone table, never from a question.
 */
const MICROS = 1_000;
const WIDTH = { minute: 60_000_000, hour: 3_600_000_000 } as const;

const UTC: Stretch = { from: Number.NEGATIVE_INFINITY, offset: 0 };

type Leaf = (stretch: Stretch) => Sql;

function tree(stretches: readonly Stretch[], at: Sql, threshold: (index: number) => number, leaf: Leaf): Sql {
  const build = (low: number, high: number): Sql => {
    const only = stretches[low];
    if (low === high && only) return leaf(only);
    const middle = Math.floor((low + high) / 2);
    const before = build(low, middle);
    const after = build(middle + 1, high);
    return sql`CASE WHEN ${at} < ${threshold(middle) * MICROS} THEN ${before} ELSE ${after} END`;
  };
  return stretches.length === 0 ? sql`0` : build(0, stretches.length - 1);
}

function offsetOf(micros: Sql, { stretches }: ZoneTable): Sql {
  const from = (index: number) => stretches[index + 1]?.from ?? 0;
  return tree(stretches, micros, from, ({ offset }) => sql`${offset * MICROS}`);
}

/** Not before the stretch; a missing moment stays missing, which it would not with `greatest`. */
function atLeast(plain: Sql, from: number): Sql {
  if (!Number.isFinite(from)) return plain;
  const start = from * MICROS;
  return sql`CASE WHEN ${plain} < ${start} THEN ${start} ELSE ${plain} END`;
}

const isUtc = ({ stretches }: ZoneTable) => stretches.every(({ offset }) => offset === 0);

/** The wall clock of the zone as a timestamp. */
export function localTime(of: Sql, zone: ZoneTable): Sql {
  if (isUtc(zone)) return of;
  return sql`make_timestamp(epoch_us(${of}) + ${offsetOf(sql`epoch_us(${of})`, zone)})`;
}

/** The instant at which the wall clock first reads `local`, or the moment of the skip that leaves it out. */
export function instantOfLocal(local: Sql, { zone }: Extract<Finish, { kind: 'localInstant' }>): Sql {
  if (isUtc(zone)) return local;
  const { stretches } = zone;
  const until = (index: number) => (stretches[index + 1]?.from ?? 0) + (stretches[index]?.offset ?? 0);
  const micros = sql`epoch_us(${local})`;
  const leaf: Leaf = ({ from, offset }) => {
    const plain = sql`${micros} - ${offset * MICROS}`;
    return atLeast(plain, from);
  };
  return sql`make_timestamp(${tree(stretches, micros, until, leaf)})`;
}

function shortBucket(of: Sql, width: number, { stretches }: ZoneTable): Sql {
  const micros = sql`epoch_us(${of})`;
  const next = (index: number) => stretches[index + 1]?.from ?? 0;
  const start: Leaf = ({ from, offset }) => {
    const local = sql`(${micros} + ${offset * MICROS})`;
    const plain = sql`${micros} - ((${local} % ${width} + ${width}) % ${width})`;
    return atLeast(plain, from);
  };
  return sql`make_timestamp(${stretches.length === 0 ? start(UTC) : tree(stretches, micros, next, start)})`;
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
  if (unit === 'minute' || unit === 'hour') return shortBucket(at, WIDTH[unit], zone);
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

const NAMES = [
  sql`'Monday'`,
  sql`'Tuesday'`,
  sql`'Wednesday'`,
  sql`'Thursday'`,
  sql`'Friday'`,
  sql`'Saturday'`,
  sql`'Sunday'`,
];

/** The name of the day that comes so many days after the first day of the week. */
export function weekdayName(of: Sql, { firstDay }: Extract<Finish, { kind: 'weekday' }>): Sql {
  const cases = NAMES.map((name, index) => sql`WHEN ${(index + 8 - firstDay) % 7} THEN ${name} `);
  return sql`CASE ${of} ${cases.flat()}END`;
}
