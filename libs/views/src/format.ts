import type { Column } from '@cairn/contracts';
import {
  formatCompact,
  formatDate,
  formatDateTime,
  formatDayOfYear,
  formatDuration,
  formatHour,
  formatHourOfDay,
  formatMonth,
  formatNumber,
  formatTime,
} from '@cairn/ui';
import type { CellValue } from '@cairn/answer';
import { formatWorkingTime, secondsIn, workdayOf } from '@cairn/query';

/** What the marks of an empty value say (X§5): a group is n/a, anything else a dash. */
const NOTHING = '-';
const MISSING_GROUP = 'n/a';
const DAY_MS = 86_400_000;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** The names of the units that a person chose to see durations in; their values are numbers of them. */
export const IN_UNIT = {
  minutes: 'in minutes',
  hours: 'in hours',
  days: 'in days',
  workdays: 'in working days',
  months: 'in months',
} as const;
const SHORT: Readonly<Record<string, string>> = {
  [IN_UNIT.minutes]: 'min',
  [IN_UNIT.hours]: 'h',
  [IN_UNIT.days]: 'd',
  [IN_UNIT.workdays]: 'wd',
  [IN_UNIT.months]: 'mo',
};

/** Beyond this span an axis names months, whatever its periods are. */
export const LONG_SPAN = 700 * DAY_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A value exactly as people should read it. */
export function formatCell(
  value: CellValue,
  column: Pick<Column, 'type' | 'unit' | 'role' | 'dateUnit' | 'valueLabels'>,
  zone: string,
): string {
  if (value === null || value === '') return column.role === 'group' ? MISSING_GROUP : NOTHING;
  if (column.dateUnit) return formatBucket(value, column.dateUnit, zone);
  if (column.type === 'datetime' && typeof value === 'number') return formatDateTime(value, zone);
  if (column.type === 'date') return formatDay(String(value));
  if (typeof value === 'number') return formatValue(value, column.unit);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : (column.valueLabels?.[value] ?? value);
}

/** A number with its unit: durations as "3d 4h", working time as "3 wd 4h", fractions as percent. */
export function formatValue(value: number, unit?: string): string {
  const workday = workdayOf(unit);
  if (workday !== undefined) return formatWorkingTime(value, workday);
  const seconds = secondsIn(unit);
  if (seconds !== undefined) return formatDuration(value * seconds);
  if (unit && unit in SHORT) return `${formatNumber(value)} ${SHORT[unit]}`;
  if (unit === 'fraction') return `${formatNumber(value * 100)}%`;
  if (unit === 'identifier') return String(value);
  return unit === 'byte' ? `${formatCompact(value)}B` : formatNumber(value);
}

/** The same for an axis: K and M (X§9). */
export function formatShort(value: number, unit?: string): string {
  return unit && unit !== 'line' ? formatValue(value, unit) : formatCompact(value);
}

/** The characters of a figure beside a name, such as that of a legend. */
export const BESIDE_NAME = 7;

/**
 * A number with its unit in at most so many characters: its short form where it is longer. Every figure of a picture
 * is written so; only round values along an axis are always short (X§9).
 */
export function formatFitting(value: number, unit: string | undefined, most: number): string {
  const exact = formatValue(value, unit);
  return exact.length > most ? formatShort(value, unit) : exact;
}

/** The first and the last day of a window whose end is exclusive. */
export function formatDates(start: string, end: string, zone: string): string {
  const [first, last] = [formatDate(start, zone), formatDate(Date.parse(end) - 1, zone)];
  return first === last ? first : `${first} – ${last}`;
}

function formatDay(day: string): string {
  const at = Date.parse(day);
  return Number.isNaN(at) ? day : formatDate(at, 'UTC');
}

/** A bucket of time by its start: "Aug 12, 2026", "August 2026", "Q3 2026", "Monday", "2pm". */
export function formatBucket(value: CellValue, unit: string, zone: string): string {
  if (unit === 'dayOfWeek') return WEEKDAYS[(Number(value) + 6) % 7] ?? String(value);
  if (unit === 'minuteOfHour') return `:${String(value).padStart(2, '0')}`;
  if (unit === 'hourOfDay') return formatHourOfDay(Number(value));
  const at = typeof value === 'number' ? value : Date.parse(String(value));
  if (Number.isNaN(at)) return String(value);
  const where = typeof value === 'number' ? zone : 'UTC';
  switch (unit) {
    case 'year':
      return dateFormat(where, { year: 'numeric' }).format(at);
    case 'quarter':
      return `Q${quarterOf(at, where)} ${dateFormat(where, { year: 'numeric' }).format(at)}`;
    case 'month':
      return formatMonth(at, where, true);
    case 'week':
    case 'day':
      return formatDate(at, where);
    default:
      return formatDateTime(at, where);
  }
}

/** The short label of a bucket on an axis (X§9): "Aug 2026", "Aug 12", "2pm", "14:05"; dates as the person writes them. */
export function formatTick(at: number, unit: string, zone: string, spanMs: number): string {
  if (unit === 'year') return dateFormat(zone, { year: 'numeric' }).format(at);
  if (unit === 'quarter')
    return `Q${quarterOf(at, zone)} ${dateFormat(zone, { year: '2-digit' }).format(at)}`;
  if (unit === 'month' || spanMs > LONG_SPAN) return formatMonth(at, zone);
  if (unit === 'minute') return formatTime(at, zone);
  if (unit !== 'hour') return formatDayOfYear(at, zone);
  const hour = formatHour(at, zone);
  return spanMs > 2 * DAY_MS ? `${formatDayOfYear(at, zone)}, ${hour}` : hour;
}

/** The year of an instant in a zone. */
export function yearOf(at: number, zone: string): string {
  return dateFormat(zone, { year: 'numeric' }).format(at);
}

function quarterOf(at: number, zone: string): number {
  return Math.ceil(Number(dateFormat(zone, { month: 'numeric' }).format(at)) / 3);
}

function dateFormat(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
  formats.set(key, made);
  return made;
}

/** How many small letters are as wide as a text; capitals are wider. */
export const lettersWide = (text: string): number =>
  text.length + 0.25 * (text.match(/\p{Lu}/gu)?.length ?? 0);

/** Cuts a label to the width of so many small letters. */
export const truncateToWidth = (text: string, letters: number): string =>
  lettersWide(text) <= letters
    ? text
    : truncate(text, Math.floor((letters * text.length) / lettersWide(text)));

/** Cuts a label to fit, with an ellipsis: a path in its middle, so that it keeps the file's name, a text at its end. */
export function truncate(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const kept = Math.max(1, characters - 1);
  const folder = text.lastIndexOf('/', text.length - 2);
  const tail = folder === -1 ? 0 : Math.min(kept, Math.max(Math.floor((kept * 2) / 3), text.length - folder));
  return `${text.slice(0, kept - tail)}…${tail > 0 ? text.slice(-tail) : ''}`;
}
