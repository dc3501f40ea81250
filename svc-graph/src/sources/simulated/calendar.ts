import type { SeededRandom } from './random.ts';

export const DAY = 86_400;
export const HOUR = 3_600;
/** Two sprints; the simulation produces one period at a time. */
export const PERIOD = 28 * DAY;

/** The zones of the company's people, each with holidays as month and day. */
export const ZONES: Readonly<Record<string, readonly string[]>> = {
  'Europe/Amsterdam': ['01-01', '04-27', '05-05', '12-25', '12-26'],
  'America/New_York': ['01-01', '06-19', '07-04', '11-11', '11-26', '11-27', '12-25'],
  'America/Sao_Paulo': ['01-01', '04-21', '05-01', '09-07', '10-12', '11-15', '12-25'],
  'Asia/Kolkata': ['01-26', '05-01', '08-15', '10-02', '11-08', '12-25'],
  'Asia/Tokyo': ['01-01', '01-02', '01-03', '02-11', '04-29', '05-03', '05-04', '05-05', '11-03', '11-23'],
  'Africa/Nairobi': ['01-01', '05-01', '06-01', '10-20', '12-12', '12-25', '12-26'],
};
export const ZONE_NAMES = Object.keys(ZONES);

/** The working day, in minutes of the local day. */
export const HOURS = { opens: 9 * 60, closes: 17.5 * 60 };
const START = HOURS.opens * 60;
const END = HOURS.closes * 60;
const offsets = new Map<string, number>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** Seconds that the zone is ahead of UTC around noon of a day. */
export function offsetOf(zone: string, day: number): number {
  const key = `${zone}${String(day)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  formats.set(zone, format);
  const noon = day * DAY + 12 * HOUR;
  const parts = Object.fromEntries(
    format.formatToParts(noon * 1_000).map(({ type, value }) => [type, Number(value)]),
  );
  const date = new Date(noon * 1_000).getUTCDate();
  const turned = parts['day'] === date ? 0 : 1;
  const offset = ((parts['hour'] ?? 0) - 12) * HOUR + (parts['minute'] ?? 0) * 60 + turned * DAY;
  offsets.set(key, offset);
  return offset;
}

const free = new Map<string, boolean>();

/** True when nobody in the zone is expected to work on a day. */
export function isFree(zone: string, day: number): boolean {
  const weekday = (day + 4) % 7;
  if (weekday === 0 || weekday === 6) return true;
  const key = `${zone}${String(day)}`;
  const known = free.get(key);
  if (known !== undefined) return known;
  const date = new Date(day * DAY * 1_000).toISOString().slice(5, 10);
  const answer = ZONES[zone]?.includes(date) ?? false;
  free.set(key, answer);
  return answer;
}

/** The holidays of a zone as dates, in all years from one moment to another. */
export function holidaysOf(zone: string, from: number, to: number): string[] {
  const [first, last] = [from, to].map((moment) => new Date(moment * 1_000).getUTCFullYear());
  const years = Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, index) => (first ?? 0) + index);
  return years.flatMap((year) => (ZONES[zone] ?? []).map((day) => `${String(year)}-${day}`));
}

/** A random moment of a working day: mostly mid-morning and mid-afternoon, rarely in the evening. */
export function momentOf(zone: string, day: number, random: SeededRandom): number {
  const late = random.chance(0.05);
  const local = late
    ? 18 * HOUR + random.next() * 4 * HOUR
    : Math.min(END, Math.max(START, (random.chance(0.5) ? 10.8 : 15) * HOUR + random.normal() * 1.3 * HOUR));
  return Math.floor(day * DAY + local + random.next() * 60 - offsetOf(zone, day));
}

/** The moment after this much working time in the zone. */
export function after(zone: string, from: number, working: number): number {
  let day = Math.floor((from + offsetOf(zone, Math.floor(from / DAY))) / DAY);
  let left = working;
  for (;;) {
    const shift = offsetOf(zone, day);
    const begin = Math.max(from, day * DAY + START - shift);
    const end = day * DAY + END - shift;
    if (!isFree(zone, day) && begin < end) {
      if (left <= end - begin) return Math.floor(begin + left);
      left -= end - begin;
    }
    day += 1;
  }
}
