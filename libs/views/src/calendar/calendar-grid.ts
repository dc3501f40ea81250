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

/** Arranges days as weeks from the first day of the week on; a span of more than a year has a block for each year. */
export function calendarGrid(starts: readonly number[], timezone: string, firstDay: Weekday): CalendarGrid {
  const zone = zoneTable(timezone);
  const locals = starts.map((at) => Math.floor(toLocal(zone, at) / DAY_MS));
  const years = locals.map((local) => new Date(local * DAY_MS).getUTCFullYear());
  const isLong = locals.length > ONE_BLOCK;
  const blocks = isLong ? [...new Set(years)] : years.slice(0, 1);
  const rowOf = (local: number) => (((local + 3 - (firstDay - 1)) % WEEK) + WEEK) % WEEK;
  const firsts = blocks.map((year) =>
    isLong ? Math.floor(Date.UTC(year, 0, 1) / DAY_MS) : (locals[0] ?? 0),
  );
  const days = locals.map((local, day): CalendarDay => {
    const block = isLong ? blocks.indexOf(years[day] ?? 0) : 0;
    const first = firsts[block] ?? local;
    return {
      day,
      column: Math.floor((local - (first - rowOf(first))) / WEEK),
      row: block * ROWS + 1 + rowOf(local),
    };
  });
  const names = blocks.flatMap((year, block) => [
    ...(isLong ? [{ row: block * ROWS, text: String(year) }] : []),
    ...WEEKDAYS.map((_, row) => ({
      row: block * ROWS + 1 + row,
      text: WEEKDAYS[(row + firstDay - 1) % WEEK] ?? '',
    })),
  ]);
  return {
    days,
    columns: Math.max(1, ...days.map(({ column }) => column + 1)),
    rows: Math.max(1, blocks.length) * ROWS,
    months: monthsOf(days, locals),
    names,
  };
}

const LEAST_APART = 3;

/** Names each month over the week of its first day, where the name before leaves room. */
function monthsOf(days: readonly CalendarDay[], locals: readonly number[]): CalendarLabel[] {
  const labels: CalendarLabel[] = [];
  for (const { day, column, row } of days) {
    const date = new Date((locals[day] ?? 0) * DAY_MS);
    const block = row - (row % ROWS);
    const before = labels.at(-1);
    const isFirst = date.getUTCDate() === 1 || day === 0;
    const hasRoom = before?.row !== block || column - before.column >= LEAST_APART;
    if (isFirst && hasRoom) labels.push({ column, row: block, text: MONTHS[date.getUTCMonth()] ?? '' });
  }
  return labels;
}
