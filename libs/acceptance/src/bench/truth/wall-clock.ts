/** The zones in which periods are compared: without a clock change, with one, and with half an hour. */
export const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata'] as const;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const SLOT = 900;

/** Seconds by which the clock of a zone is ahead of UTC, looked up once for each quarter of an hour. */
function offsets(zone: string): (seconds: number) => number {
  const known = new Map<number, number>();
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  return (seconds) => {
    const slot = Math.floor(seconds / SLOT);
    const found = known.get(slot);
    if (found !== undefined) return found;
    const name = clock.formatToParts(slot * SLOT * 1_000).find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours, minutes, rest = '0'] =
      /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name ?? '') ?? [];
    const size = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(rest);
    const offset = sign === '-' ? -size : size;
    known.set(slot, offset);
    return offset;
  };
}

const day = (wall: Date) => wall.toISOString().slice(0, 10);

function monday(wall: Date): string {
  const back = (wall.getUTCDay() + 6) % 7;
  return day(new Date(wall.getTime() - back * 86_400_000));
}

/** How a period of a moment is called, by the date that a wall clock shows as if it were UTC. */
const LABELS = {
  hour: (wall: Date) => wall.toISOString().slice(0, 13),
  day,
  week: monday,
  month: (wall: Date) => day(wall).slice(0, 7),
  quarter: (wall: Date) => `${day(wall).slice(0, 4)} Q${String(Math.floor(wall.getUTCMonth() / 3) + 1)}`,
  year: (wall: Date) => day(wall).slice(0, 4),
  hourOfDay: (wall: Date) => String(wall.getUTCHours()),
  dayOfWeek: (wall: Date) => WEEKDAYS[wall.getUTCDay()] ?? '',
} as const;

/** A period that moments are grouped by. */
export type Period = keyof typeof LABELS;
export const PERIODS = Object.keys(LABELS) as Period[];

/** How moments are called in a zone; periods of the calendar are also read from the instant at which they begin. */
export function wallClock(zone: string) {
  const offset = offsets(zone);
  const label = (period: Period, seconds: number) =>
    LABELS[period](new Date((seconds + offset(seconds)) * 1_000));
  const read = (period: Period, value: unknown) =>
    period === 'hourOfDay' || period === 'dayOfWeek'
      ? String(value)
      : label(period, Date.parse(String(value)) / 1_000);
  return { label, read };
}

/** Hour and weekday by the clock of an author, whose offset is written such as +0530. */
export function authorClock(seconds: number, offset: string): { hour: number; weekday: string } {
  const size = Number(offset.slice(1, 3)) * 3_600 + Number(offset.slice(3, 5)) * 60;
  const wall = new Date((seconds + (offset.startsWith('-') ? -size : size)) * 1_000);
  return { hour: wall.getUTCHours(), weekday: WEEKDAYS[wall.getUTCDay()] ?? '' };
}
