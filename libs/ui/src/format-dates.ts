/** A moment: ISO text, epoch milliseconds or a Date. */
export type DateInput = string | number | Date;

const BARE_DAY = /^\d{4}-\d\d-\d\d$/;

/** The instant of a moment; a bare day begins where the reader is. NaN where it is none. */
function instantOf(date: DateInput): number {
  const isDay = typeof date === 'string' && BARE_DAY.test(date);
  return new Date(isDay ? `${date}T00:00` : date).getTime();
}

const STANDARD = 'MMM D, YYYY';
let pattern = STANDARD;

/** Writes every day of the page in this pattern, such as `DD.MM.YYYY`. */
export function setDateFormat(next: string): void {
  pattern = next;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const calendars = new Map<string | undefined, Intl.DateTimeFormat>();

/** The calendar of a zone, kept because making one takes longer than thousands of dates. */
function calendarIn(timeZone?: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone);
  const made =
    known ??
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
  if (!known) calendars.set(timeZone, made);
  return made;
}

function write(date: DateInput, zone: string | undefined, shape: string): string {
  const instant = instantOf(date);
  if (Number.isNaN(instant)) return 'Invalid Date';
  const [month = '', D = '', YYYY = ''] = calendarIn(zone).format(instant).split('/');
  const [MM, DD, MMMM] = [month.padStart(2, '0'), D.padStart(2, '0'), MONTHS[Number(month) - 1] ?? ''];
  const written: Record<string, string> = { YYYY, MMMM, MMM: MMMM.slice(0, 3), MM, DD, D };
  return shape.replace(/YYYY|MMMM|MMM|MM|DD|D/g, (token) => written[token] ?? token);
}

/** `Nov 21, 2026` (W§9), or as the person has chosen. */
export const formatDate = (date: DateInput, zone?: string): string => write(date, zone, pattern);

/** `Nov 21`: a date without its year, in the order that the person has chosen. */
export const formatDayOfYear = (date: DateInput, zone?: string): string =>
  write(date, zone, pattern.replace(/[-,/ ]*YYYY-?/, ''));

/** `Nov 2026`, or `November 2026` in full: a month in the order that the person has chosen. */
export function formatMonth(date: DateInput, zone?: string, isFull = false): string {
  const shape = pattern.replace(/-?D+[.,/]? ?/, '');
  return write(date, zone, isFull ? shape.replace('MMM', 'MMMM') : shape);
}

/** A clock of twelve or of twenty-four hours. */
type ClockHours = 'h12' | 'h23';

let chosenClock: ClockHours | null = null;

/** Writes every time of the page by this clock; null for that of the browser's language. */
export function setTimeFormat(next: ClockHours | null): void {
  chosenClock = next;
}

/** The clock of the browser's language. */
export function clockOfBrowser(): ClockHours {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  return hourCycle?.startsWith('h1') ? 'h12' : 'h23';
}

// The first question costs a noticeable part of the start of a page, which may write no time.
let browserClock: ClockHours | undefined;
const clockOf = () => chosenClock ?? (browserClock ??= clockOfBrowser());

/** `14:05`, or `2:05 pm`, by minutes since midnight. */
export function formatMinutes(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')];
  if (clockOf() === 'h23') return `${String(hour).padStart(2, '0')}:${minute}`;
  return `${hour % 12 || 12}:${minute} ${hour % 24 < 12 ? 'am' : 'pm'}`;
}

const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

/** The minutes since midnight of a moment in a zone. */
function minutesIn(date: DateInput, timeZone?: string): number {
  const known = clocks.get(timeZone);
  const made =
    known ??
    new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (!known) clocks.set(timeZone, made);
  const [hour, minute] = made.format(instantOf(date)).split(':');
  return Number(hour) * 60 + Number(minute);
}

/** `9:41 am`, or `09:41`, by the clock that the person has chosen. */
export const formatTime = (date: DateInput, zone?: string): string =>
  Number.isNaN(instantOf(date)) ? 'Invalid Date' : formatMinutes(minutesIn(date, zone));

/** `2pm`, or `14:00`: an hour of the day in little room. */
export const formatHourOfDay = (hour: number): string => formatMinutes(hour * 60).replace(':00 ', '');

/** The hour of a moment in little room. */
export const formatHour = (date: DateInput, zone?: string): string =>
  formatHourOfDay(Math.floor(minutesIn(date, zone) / 60));

/** `Nov 21, 2026, 9:41 am`, or `Nov 21, 2026, 09:41`. */
export function formatDateTime(date: DateInput, zone?: string): string {
  return `${formatDate(date, zone)}, ${formatTime(date, zone)}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `5 minutes` of a span within a day, in round words. */
function spanInWords(ms: number): string {
  const [seconds, minutes] = [Math.round(ms / 1_000), Math.round(ms / MINUTE_MS)] as const;
  const hours = Math.round(ms / HOUR_MS);
  if (seconds < 45) return 'a few seconds';
  if (seconds < 90) return 'a minute';
  if (minutes < 45) return `${minutes} minutes`;
  if (minutes < 90) return 'an hour';
  return hours < 22 ? `${hours} hours` : 'a day';
}

/** `5 minutes ago` within 24 hours, else the date (W§9). */
export function formatWhen(date: DateInput, zone?: string, now: DateInput = new Date()): string {
  const ahead = instantOf(date) - instantOf(now);
  if (!(Math.abs(ahead) < 24 * HOUR_MS)) return formatDate(date, zone);
  const span = spanInWords(Math.abs(ahead));
  return ahead > 0 ? `in ${span}` : `${span} ago`;
}

/** `November 1, 2026 – November 21, 2026`, or the text of W§8 for an invalid range. */
export function formatRange(start: DateInput | null | undefined, end: DateInput | null | undefined): string {
  if (!start || !end) return 'No date range selected';
  if (!(instantOf(start) <= instantOf(end))) return 'Invalid date range';
  const shape = pattern === STANDARD ? 'MMMM D, YYYY' : pattern;
  const words = [start, end].map((day) => write(day, undefined, shape));
  return words[0] === words[1] ? (words[0] ?? '') : words.join(' – ');
}

const UNIT_WORDS: Record<string, string> = { D: 'day', W: 'week', M: 'month', Y: 'year' };

/** `Last 30 days` for P30D, `This week` for T1W, `Last month` for L1M; `N/A` without a code. */
export function formatDurationCode(code: string | null | undefined): string {
  const found = /^([PTL])(\d+)([DWMY])$/.exec(code ?? '');
  if (!found) return 'N/A';
  const [, kind, count, letter] = found;
  const unit = UNIT_WORDS[letter ?? ''] ?? '';
  if (kind === 'T') return unit === 'day' ? 'Today' : `This ${unit}`;
  if (kind === 'L') return unit === 'day' ? 'Yesterday' : `Last ${unit}`;
  return count === '1' ? `Last ${unit === 'day' ? '24 hours' : unit}` : `Last ${count} ${unit}s`;
}
