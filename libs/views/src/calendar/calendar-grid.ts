import { toLocal, zoneTable, type Weekday } from '@cairn/query';

const DAY_MS = 86_400_000;
const WEEK = 7;
/** The rows of a block: the weekdays, beneath a row of month names. */
const ROWS = WEEK + 1;
/** The most days in one block of rows. Longer spans have a block for each year. */
const ONE_BLOCK = 372;

/** Where a day stands: its week is the column, its weekday the row. */
export interface CalendarDay {
  /** Index of the day in the answer. */
  readonly day: number;
  readonly column: number;
  readonly row: number;
}

/** A text over the first week of a month, or beside a block of rows. */
export interface CalendarLabel {
  readonly column: number;
  readonly row: number;
  readonly text: string;
}

export interface CalendarGrid {
  readonly days: readonly CalendarDay[];
  readonly columns: number;
  readonly rows: number;
  readonly months: readonly CalendarLabel[];
  /** The names of the rows; those of years stand beside their months. */
  readonly names: readonly Omit<CalendarLabel, 'column'>[];
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Arranges days as weeks from the first day of the week on; a span of more than a year has a block for each year. The
 * weeks of a block may stand in several lines.
 */
export function calendarGrid(
  starts: readonly number[],
  timezone: string,
  firstDay: Weekday,
  lines = 1,
): CalendarGrid {
  const zone = zoneTable(timezone);
  const locals = starts.map((at) => Math.floor(toLocal(zone, at) / DAY_MS));
  const years = locals.map((local) => new Date(local * DAY_MS).getUTCFullYear());
  const isLong = locals.length > ONE_BLOCK;
  const blocks = isLong ? [...new Set(years)] : years.slice(0, 1);
  const rowOf = (local: number) => (((local + 3 - (firstDay - 1)) % WEEK) + WEEK) % WEEK;
  const firsts = blocks.map((year) =>
    isLong ? Math.floor(Date.UTC(year, 0, 1) / DAY_MS) : (locals[0] ?? 0),
  );
  const blockOf = (day: number) => (isLong ? blocks.indexOf(years[day] ?? 0) : 0);
  const columns = locals.map((local, day) => {
    const first = firsts[blockOf(day)] ?? local;
    return Math.floor((local - (first - rowOf(first))) / WEEK);
  });
  const weeks = Math.max(
    1,
    Math.ceil(columns.reduce((most, column) => Math.max(most, column + 1), 1) / lines),
  );
  const days = locals.map((local, day): CalendarDay => {
    const column = columns[day] ?? 0;
    const line = blockOf(day) * lines + Math.floor(column / weeks);
    return { day, column: column % weeks, row: line * ROWS + 1 + rowOf(local) };
  });
  const all = blocks.flatMap((year) => Array.from({ length: lines }, (_, at) => (at === 0 ? year : null)));
  const names = all.flatMap((year, line) => [
    ...(isLong && year !== null ? [{ row: line * ROWS, text: String(year) }] : []),
    ...WEEKDAYS.map((_, row) => ({
      row: line * ROWS + 1 + row,
      text: WEEKDAYS[(row + firstDay - 1) % WEEK] ?? '',
    })),
  ]);
  return {
    days,
    columns: weeks,
    rows: Math.max(1, all.length) * ROWS,
    months: monthsOf(days, locals),
    names,
  };
}

const LEAST_APART = 3;
/** A line that begins this early in a month names it; later the name of the next one stands too near. */
const EARLY = 10;

/** Names each month over the week of its first day, where the name before leaves room. */
function monthsOf(days: readonly CalendarDay[], locals: readonly number[]): CalendarLabel[] {
  const labels: CalendarLabel[] = [];
  let line = -1;
  for (const { day, column, row } of days) {
    const date = new Date((locals[day] ?? 0) * DAY_MS);
    const own = row - (row % ROWS);
    const before = labels.at(-1);
    const isStart = own !== line && (day === 0 || date.getUTCDate() <= EARLY);
    const isFirst = date.getUTCDate() === 1;
    const hasRoom = before?.row !== own || column - before.column >= LEAST_APART;
    // The few last days of a month give way to the name of the next one.
    const isShort = isFirst && !hasRoom && labels.length === 1;
    if (isShort) labels.pop();
    if ((isStart || isFirst) && (hasRoom || isShort))
      labels.push({ column, row: own, text: MONTHS[date.getUTCMonth()] ?? '' });
    line = own;
  }
  return labels;
}
