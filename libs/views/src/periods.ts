import type { CellValue, ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import {
  bucketStarts,
  DATE_UNITS,
  isClockPart,
  NULL_MARKER,
  toLocal,
  zoneTable,
  type Weekday,
} from '@cairn/query';
import type { Category, ChartOptions, TimeAxisUnit } from './category.ts';
import { formatCell } from './format.ts';

const MONDAY = 1;
const MOST_PERIODS = 2_000;
const DAY_MS = 86_400_000;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MINUTES = Array.from({ length: 60 }, (_, minute) => minute);

/** The unit when a column holds periods rather than parts of the clock. */
export function timeUnitOf(column: Column | undefined): TimeAxisUnit | null {
  const unit = DATE_UNITS.find((each) => each === column?.dateUnit);
  return unit && !isClockPart(unit) ? (unit as TimeAxisUnit) : null;
}

/** Every part of the clock in its natural order, with the empty ones, so that a quiet hour or day shows. */
export function clockParts(
  found: ReadonlyMap<string, CellValue>,
  unit: string,
  firstDay: Weekday = MONDAY,
): [string, CellValue][] {
  const days = [...WEEKDAYS.slice(firstDay - 1), ...WEEKDAYS.slice(0, firstDay - 1)];
  const parts = unit === 'hourOfDay' ? HOURS : unit === 'minuteOfHour' ? MINUTES : days;
  const whole = parts.map((part): [string, CellValue] => [String(part), part]);
  const names = new Set([...whole.map(([key]) => key), NULL_MARKER]);
  const isKnown = [...found.keys()].every((key) => names.has(key));
  if (!isKnown) return [...found].toSorted(([, a], [, b]) => Number(a) - Number(b));
  return [...whole, ...[...found].filter(([key]) => key === NULL_MARKER)];
}

/** The weekday of a moment; that of the first week begins every week. */
function weekdayOf(at: number, zone: Parameters<typeof toLocal>[0]): Weekday {
  return (((Math.floor(toLocal(zone, at) / DAY_MS) + 3) % 7) + 1) as Weekday;
}

/** Every period of the requested dates, with the empty ones, so that a quiet week shows. */
export function periods(
  found: ReadonlyMap<string, CellValue>,
  column: Column,
  unit: TimeAxisUnit,
  answer: ResultSet,
  { timezone, now }: Pick<ChartOptions, 'timezone' | 'now'>,
): Category[] {
  const known = [...found.values()].filter((value) => typeof value === 'number').toSorted((a, b) => a - b);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const zone = zoneTable(timezone);
  const calendar = { zone, firstDay: unit === 'week' ? weekdayOf(first, zone) : MONDAY };
  const [from, to] = [answer.meta.start, answer.meta.end].map((end) => (end ? Date.parse(end) : null));
  const after = (at: number) => bucketStarts(at, at + 800 * DAY_MS, unit, calendar, 2)[1] ?? at;
  // Dates of another kind may lie outside of the requested ones.
  const isWithin = from != null && to != null && after(first) > from && last < to;
  const begin = isWithin ? Math.min(first, from) : first;
  const end = isWithin ? Math.max(last + 1, Math.min(to, now)) : last + 1;
  const whole = bucketStarts(begin, end, unit, calendar, MOST_PERIODS + 1);
  const starts =
    whole.length > MOST_PERIODS ? bucketStarts(first, last + 1, unit, calendar, MOST_PERIODS) : whole;
  const regular = new Set(starts);
  const all = known.every((at) => regular.has(at)) ? starts : known;
  return all.map((value, index) => {
    const until = all[index + 1] ?? after(value);
    const isCut = (from != null && value < from) || (to != null && until > to);
    return {
      key: String(value),
      label: formatCell(value, column, timezone),
      value,
      partial: until > now || isCut,
    };
  });
}
