import type { Stretch, ZoneTable } from '@cairn/query';
import { sql } from './sql.ts';
import type { Sql } from './sql.ts';

/*
 * The engines' own zone functions cost twenty times UTC bucketing and differ in their rules. The offsets of a
 * zone are therefore written as a search tree over microseconds since 1970. All numbers here come from the
 * zone table, never from a query.
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

/** At least the start of the stretch. Unlike with `greatest`, a missing moment stays missing. */
function atLeast(plain: Sql, from: number): Sql {
  if (!Number.isFinite(from)) return plain;
  const start = from * MICROS;
  return sql`CASE WHEN ${plain} < ${start} THEN ${start} ELSE ${plain} END`;
}

/** True when wall clock and UTC are the same. */
export const isUtc = ({ stretches }: ZoneTable): boolean => stretches.every(({ offset }) => offset === 0);

/** The wall clock of the zone at an instant, both in microseconds. */
export function localMicros(micros: Sql, { stretches }: ZoneTable): Sql {
  const from = (index: number) => stretches[index + 1]?.from ?? 0;
  return sql`${micros} + ${tree(stretches, micros, from, ({ offset }) => sql`${offset * MICROS}`)}`;
}

/**
 * The first instant at which the wall clock reads `local`; for a time that the clock skips, the instant of
 * the skip.
 */
export function instantMicros(local: Sql, { stretches }: ZoneTable): Sql {
  const until = (index: number) => (stretches[index + 1]?.from ?? 0) + (stretches[index]?.offset ?? 0);
  const leaf: Leaf = ({ from, offset }) => {
    const plain = sql`${local} - ${offset * MICROS}`;
    return atLeast(plain, from);
  };
  return tree(stretches, local, until, leaf);
}

/** The start of the wall clock's minute or hour at an instant. */
export function shortStart(micros: Sql, unit: 'minute' | 'hour', { stretches }: ZoneTable): Sql {
  const width = WIDTH[unit];
  const next = (index: number) => stretches[index + 1]?.from ?? 0;
  const start: Leaf = ({ from, offset }) => {
    const local = sql`(${micros} + ${offset * MICROS})`;
    const plain = sql`${micros} - ((${local} % ${width} + ${width}) % ${width})`;
    return atLeast(plain, from);
  };
  return stretches.length === 0 ? start(UTC) : tree(stretches, micros, next, start);
}

/**
 * The instant at which the wall clock's period begins. When the clock changed within the period, it is the
 * last change if that came later.
 */
export function periodStart(micros: Sql, floor: (local: Sql) => Sql, { stretches }: ZoneTable): Sql {
  const next = (index: number) => stretches[index + 1]?.from ?? 0;
  const start: Leaf = ({ from, offset }) => {
    const floored = floor(sql`${micros} + ${offset * MICROS}`);
    return atLeast(sql`(${floored} - ${offset * MICROS})`, from);
  };
  return stretches.length === 0 ? start(UTC) : tree(stretches, micros, next, start);
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

/** The weekday that lies this many days after the first day of the week. */
export function weekdayName(of: Sql, { firstDay }: { readonly firstDay: number }): Sql {
  const cases = NAMES.map((name, index) => sql`WHEN ${(index + 8 - firstDay) % 7} THEN ${name} `);
  return sql`CASE ${of} ${cases.flat()}END`;
}
