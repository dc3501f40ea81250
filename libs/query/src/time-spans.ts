/** The unit of working time, and what parts it from the seconds of a working day. */
const WORKING = 'businesssecond';
const MARK = ':';

/**
 * The seconds of the working day by which a unit of working time is told. Null where rows have days of several
 * lengths, undefined for every other unit.
 */
export function workdayOf(unit: string | undefined): number | null | undefined {
  if (!unit?.startsWith(WORKING)) return undefined;
  const [, seconds] = unit.split(MARK);
  return Number(seconds) || null;
}

const CLOCK = [
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** A span of less than a day, or one that has no days, in its two largest units. */
function inHours(size: number): string {
  const from = CLOCK.findIndex(([, unit]) => Math.round(size) >= unit);
  const smallest = CLOCK[Math.min(from + 1, CLOCK.length - 1)]?.[1] ?? 1;
  let rest = Math.round(size / smallest) * smallest;
  const words = CLOCK.flatMap(([name, unit]) => {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    return count > 0 ? [`${count}${name}`] : [];
  });
  return words.slice(0, 2).join(' ') || '0s';
}

/** `3d 4h`: elapsed seconds in their two largest units. */
export function formatElapsed(seconds: number): string {
  const size = Math.abs(seconds);
  const sign = seconds < 0 ? '-' : '';
  if (size < 1) return size === 0 ? '0s' : `${sign}${Math.round(size * 1_000)}ms`;
  const hours = Math.round(size / 3_600);
  if (hours < 24) return sign + inHours(size);
  return `${sign}${Math.floor(hours / 24)}d${hours % 24 === 0 ? '' : ` ${hours % 24}h`}`;
}

/**
 * `58 wd 2h`: seconds of working time in working days of so many seconds; `493h` where no one length of day is true
 * of them.
 */
export function formatWorkingTime(seconds: number, workday: number | null): string {
  const size = Math.abs(seconds);
  const sign = seconds < 0 ? '-' : '';
  if (!workday || size < workday) return sign + inHours(size);
  // A working day need not be whole hours, so days are taken off before hours are rounded.
  const whole = Math.floor(size / workday);
  const hours = Math.round((size - whole * workday) / 3_600);
  const isFull = hours * 3_600 >= workday;
  const rest = isFull || hours === 0 ? '' : ` ${hours}h`;
  return `${sign}${whole + (isFull ? 1 : 0)} wd${rest}`;
}

const SECONDS: Readonly<Record<string, number>> = { millisecond: 0.001, second: 1, minute: 60, hour: 3_600 };
const DAY = ['day', 86_400] as const;
const WORDS = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The seconds in one of a unit of time; undefined for any other unit. */
export function secondsIn(unit: string | undefined): number | undefined {
  return workdayOf(unit) === undefined ? SECONDS[unit ?? ''] : 1;
}

/** `7 days`, `2 working days 3 hours`: a value in its unit of time, in whole words; null for any other unit. */
export function timeInWords(value: number, unit: string | undefined): string | null {
  const seconds = secondsIn(unit);
  if (seconds === undefined) return null;
  const workday = workdayOf(unit);
  const day = workday === undefined ? [DAY] : workday ? [['working day', workday] as const] : [];
  let rest = Math.abs(Math.round(value * seconds));
  if (rest === 0) return value === 0 ? '0 seconds' : `${value * seconds * 1_000} milliseconds`;
  const words = [...day, ...WORDS].flatMap(([name, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count > 0 ? [`${count.toLocaleString('en-US')} ${name}${count === 1 ? '' : 's'}`] : [];
  });
  const suffix = workday === null ? ' of work' : '';
  return `${value < 0 ? '-' : ''}${words.join(' ')}${suffix}`;
}
