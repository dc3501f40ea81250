import type { Weekday } from '@cairn/query';

/** A calendar day without a zone. Months count from 1. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

const asDate = ({ year, month, day }: Day) => {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date;
};
const asDay = (date: Date): Day => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
});

/** The day of a moment in a zone; an unknown zone counts as UTC. */
export function dayIn(moment: Date, timezone: string | undefined): Day {
  const options = { year: 'numeric', month: 'numeric', day: 'numeric', calendar: 'gregory' } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: timezone ?? 'UTC' });
  } catch {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  return { year: parts['year'] ?? 1970, month: parts['month'] ?? 1, day: parts['day'] ?? 1 };
}

/** The day that lies `count` units later; the end of a month stays at the end of a month. */
export function plus(from: Day, count: number, span: CalendarUnit): Day {
  if (span === 'day' || span === 'week') {
    return asDay(asDate({ ...from, day: from.day + count * (span === 'week' ? 7 : 1) }));
  }
  const months = count * { month: 1, quarter: 3, year: 12 }[span];
  const first = asDay(asDate({ year: from.year, month: from.month + months, day: 1 }));
  const last = asDay(asDate({ year: first.year, month: first.month + 1, day: 0 })).day;
  return { ...first, day: Math.min(from.day, last) };
}

const MONDAY = 1;

/** The first day of the unit that contains a day; the default first day of the week is Monday. */
export function startOf(day: Day, span: CalendarUnit, firstDay: Weekday = MONDAY): Day {
  switch (span) {
    case 'day':
      return day;
    case 'week':
      return plus(day, -((asDate(day).getUTCDay() + 7 - firstDay) % 7), 'day');
    case 'month':
      return { ...day, day: 1 };
    case 'quarter':
      return { ...day, month: Math.floor((day.month - 1) / 3) * 3 + 1, day: 1 };
    case 'year':
      return { ...day, month: 1, day: 1 };
  }
}

/** `2026-03-01`. */
export function iso({ year, month, day }: Day): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** The last such weekday before a day; Monday is 1, Sunday 7. */
export function weekdayBefore(day: Day, weekday: number): Day {
  const monday = startOf(day, 'week');
  const same = plus(monday, weekday - 1, 'day');
  return iso(same) < iso(day) ? same : plus(same, -7, 'day');
}

/** True when one day precedes another. */
export function isBefore(one: Day, other: Day): boolean {
  return iso(one) < iso(other);
}
