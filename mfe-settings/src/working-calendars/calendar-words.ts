import type { WorkingCalendar } from '@cairn/contracts';
import { formatMinutes, plural } from '@cairn/ui';

export const DAYS = [
  { day: 1, name: 'Monday', short: 'Mon' },
  { day: 2, name: 'Tuesday', short: 'Tue' },
  { day: 3, name: 'Wednesday', short: 'Wed' },
  { day: 4, name: 'Thursday', short: 'Thu' },
  { day: 5, name: 'Friday', short: 'Fri' },
  { day: 6, name: 'Saturday', short: 'Sat' },
  { day: 7, name: 'Sunday', short: 'Sun' },
] as const;

const MIDNIGHT = 1_440;

/** "09:30" of 570; the end of the day is "00:00", as a field for times has it. */
export function timeOf(minutes: number): string {
  const within = minutes % MIDNIGHT;
  return [Math.floor(within / 60), within % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** 570 of "09:30"; null where it is no time. */
export function minutesOf(time: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

function daysInWords(days: readonly number[]): string {
  const chosen = DAYS.filter(({ day }) => days.includes(day));
  const [first, last] = [chosen[0], chosen.at(-1)];
  if (!first || !last) return 'no day';
  if (chosen.length === DAYS.length) return 'Every day';
  const isRun = last.day - first.day === chosen.length - 1;
  return isRun && chosen.length > 2
    ? `${first.name} to ${last.name}`
    : chosen.map(({ name }) => name).join(', ');
}

/** "Monday to Friday, 9:00 am–5:00 pm, Europe/Berlin, 3 holidays". */
export function calendarInWords({ days, opens, closes, zone, holidays }: WorkingCalendar): string {
  return [
    daysInWords(days),
    `${formatMinutes(opens)}–${formatMinutes(closes)}`,
    zone ?? 'each person’s own zone',
    ...(holidays.length > 0 ? [plural(holidays.length, 'holiday')] : []),
  ].join(', ');
}

/** The fields of a calendar as typed. */
export interface CalendarDraft {
  readonly days: readonly number[];
  readonly opens: string;
  readonly closes: string;
  readonly zone: string | null;
  readonly holidays: readonly string[];
}

/** The fields of a saved calendar. */
export function draftOf({ days, opens, closes, zone, holidays }: WorkingCalendar): CalendarDraft {
  return { days, opens: timeOf(opens), closes: timeOf(closes), zone, holidays };
}

export interface ParsedDraft {
  readonly calendar: WorkingCalendar | null;
  /** The faults, by field. */
  readonly wrong: Partial<Record<'days' | 'opens' | 'closes', string>>;
}

const NO_TIME = 'Enter a time such as 09:00.';

/** Parses the fields into a calendar, or tells their faults. */
export function readDraft({ days, opens: from, closes: to, zone, holidays }: CalendarDraft): ParsedDraft {
  const opens = minutesOf(from);
  const written = minutesOf(to);
  const closes = written === 0 ? MIDNIGHT : written;
  const wrong = {
    ...(days.length === 0 ? { days: 'Choose at least one day.' } : {}),
    ...(opens === null ? { opens: NO_TIME } : {}),
    ...(closes === null
      ? { closes: NO_TIME }
      : opens !== null && closes <= opens
        ? { closes: 'The day must end after it begins.' }
        : {}),
  };
  if (opens === null || closes === null || Object.keys(wrong).length > 0) return { calendar: null, wrong };
  const sorted = days.toSorted((a, b) => a - b);
  return { calendar: { days: sorted, opens, closes, zone, holidays: holidays.toSorted() }, wrong };
}
