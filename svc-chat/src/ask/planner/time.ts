import type { Weekday } from '@cairn/query';
import { strict as chrono } from 'chrono-node';
import {
  type Day,
  type CalendarUnit,
  dayIn,
  isBefore,
  iso,
  plus,
  startOf,
  weekdayBefore,
} from './calendar.ts';
import { type Word, find, replace, spread } from './words.ts';

/** The dates of a question, in the terms of a query. */
export interface DateWindow {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly duration?: string;
}

export interface TimeReading {
  readonly words: readonly Word[];
  readonly window: DateWindow;
  /** The dates in words, e.g. `last month`; null when the question names none. */
  readonly phrase: string | null;
}

/** The present moment, and the asker's calendar. */
export interface Clock {
  readonly now: Date;
  /** The first day of the week; the default is Monday. */
  readonly firstDay?: Weekday | undefined;
  readonly timezone: string | undefined;
}

interface Today extends Day {
  readonly firstDay: Weekday | undefined;
}

interface Period {
  readonly start: Day;
  /** The day after the last one. */
  readonly end: Day;
}

interface Rule {
  readonly pattern: RegExp;
  /** Null when the words look like a date but are not; the next rule then tries. */
  readonly read: (match: RegExpMatchArray, today: Today, dates: readonly Day[]) => DateWindow | null;
}

const MONTHS = [
  ['january', 'jan'],
  ['february', 'feb'],
  ['march', 'mar'],
  ['april', 'apr'],
  ['may'],
  ['june', 'jun'],
  ['july', 'jul'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['october', 'oct'],
  ['november', 'nov'],
  ['december', 'dec'],
];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const LETTER: Record<CalendarUnit, string> = { day: 'D', week: 'W', month: 'M', quarter: 'M', year: 'Y' };

const month = `(?:${MONTHS.flat().join('|')})`;
/** Month names that are not verbs or, abbreviated, names of people. */
const unambiguous = MONTHS.map(([name]) => name)
  .filter((name) => name !== 'may' && name !== 'march')
  .join('|');
const year = '(?:19[7-9]\\d|20\\d\\d)';
const span = '(day|week|month|quarter|year)';
const spans = '(day|week|fortnight|month|quarter|year)s?';
/** A point or a span of time after "since", "in" or "between". */
const named = `(?:<d\\d+>|${month} ${year}|${month}|${year}|q[1-4](?: ${year})?|(?:last|this) (?:week|month|quarter|year)|yesterday|today)`;
const lead = '(?:(?:with)?in |during |over |for |from |of |throughout )?(?:the )?';

const rule = (pattern: string, read: Rule['read']): Rule => ({ pattern: new RegExp(pattern), read });
const period = (start: Day, count: number, unit: CalendarUnit): Period => ({
  start,
  end: plus(start, count, unit),
});
/** Dates of a query are whole days, ends inclusive; days after today are cut off. */
const fixed = ({ start, end }: Period, today: Day): DateWindow => {
  const last = plus(end, -1, 'day');
  return {
    startDate: iso(start),
    endDate: iso(isBefore(today, last) && !isBefore(today, start) ? today : last),
  };
};

function monthPeriod(name: string, yearText: string | undefined, today: Day): Period {
  const index = MONTHS.findIndex((names) => names.includes(name)) + 1;
  const thisYear = { year: today.year, month: index, day: 1 };
  const start = yearText
    ? { ...thisYear, year: Number(yearText) }
    : isBefore(today, thisYear)
      ? { ...thisYear, year: today.year - 1 }
      : thisYear;
  return period(start, 1, 'month');
}

function quarterPeriod(quarter: number, yearText: string | undefined, today: Day): Period {
  const start = { year: yearText ? Number(yearText) : today.year, month: quarter * 3 - 2, day: 1 };
  const past = yearText || !isBefore(today, start) ? start : { ...start, year: start.year - 1 };
  return period(past, 1, 'quarter');
}

/** The span that a name means; null for other names. */
function periodOf(text: string, today: Today, dates: readonly Day[]): Period | null {
  const [head = '', tail] = text.split(' ');
  if (head.startsWith('<d')) {
    const day = dates[Number(/\d+/.exec(head)?.[0])];
    return day ? period(day, 1, 'day') : null;
  }
  if (text === 'today') return period(today, 1, 'day');
  if (text === 'yesterday') return period(plus(today, -1, 'day'), 1, 'day');
  if (MONTHS.flat().includes(head)) return monthPeriod(head, tail, today);
  if (/^q[1-4]$/.test(head)) return quarterPeriod(Number(head.slice(1)), tail, today);
  if (/^\d{4}$/.test(head)) return period({ year: Number(head), month: 1, day: 1 }, 1, 'year');
  const unit = tail as CalendarUnit;
  return period(plus(startOf(today, unit, today.firstDay), head === 'last' ? -1 : 0, unit), 1, unit);
}

function rolling(countText: string | undefined, unitText: string): DateWindow | null {
  const fortnight = unitText === 'fortnight';
  const unit = (fortnight ? 'week' : unitText) as CalendarUnit;
  const count = Number(countText ?? 1) * (fortnight ? 2 : 1) * (unit === 'quarter' ? 3 : 1);
  if (count < 1 || count > 9_999) return null;
  if (unit === 'week' && count * 7 <= 9_999) return { duration: `P${count * 7}D` };
  if (unit === 'month' && count === 1) return { duration: 'P30D' };
  return { duration: `P${count}${LETTER[unit]}` };
}

function calendar(which: string, unit: CalendarUnit, today: Day): DateWindow {
  const isThis = /this|current/.test(which);
  if (unit !== 'quarter') return { duration: `${isThis ? 'T' : 'L'}1${LETTER[unit]}` };
  return fixed(period(plus(startOf(today, 'quarter'), isThis ? 0 : -1, 'quarter'), 1, 'quarter'), today);
}

const since = (match: RegExpMatchArray, today: Today, dates: readonly Day[]): DateWindow | null => {
  const from = periodOf(match[1] ?? '', today, dates);
  return from && { startDate: iso(from.start) };
};

function between(one: string, other: string, today: Today, dates: readonly Day[]): DateWindow | null {
  const to = periodOf(other, today, dates);
  const trailing = new RegExp(`${year}$`).exec(other)?.[0];
  const sameYear = trailing && new RegExp(`^${month}$`).test(one) ? `${one} ${trailing}` : one;
  const from = periodOf(sameYear, today, dates);
  if (!from || !to) return null;
  const [early, late] = isBefore(to.start, from.start) ? [to, from] : [from, to];
  return fixed({ start: early.start, end: late.end }, today);
}

function ago(count: number, unit: CalendarUnit, today: Today): DateWindow | null {
  if (count < 1 || count > 9_999) return null;
  return fixed(period(startOf(plus(today, -count, unit), unit, today.firstDay), 1, unit), today);
}

/** Ordered: longer and more specific rules come first. */
const RULES: readonly Rule[] = [
  rule(
    `(?:between|from) (?:the )?(${named}) (?:and|to|until|till|through|up to) (?:the )?(${named})`,
    (m, today, dates) => between(m[1] ?? '', m[2] ?? '', today, dates),
  ),
  rule(`(<d\\d+>) (?:to|until|till|through) (<d\\d+>)`, (m, today, dates) =>
    between(m[1] ?? '', m[2] ?? '', today, dates),
  ),
  rule(
    `(?:since|after|from) (?:the )?(?:start of |beginning of )?(?:the )?(?:last |past )?(\\d+) ${spans} ago`,
    (m) => rolling(m[1], m[2] ?? ''),
  ),
  rule(`from (?:the )?(${named}) (?:on|onwards?)`, since),
  rule(
    `(?:since|starting|as of) (?:the )?(?:start of |beginning of |end of )?(${named})(?: on| onwards?)?`,
    since,
  ),
  rule(`since (${WEEKDAYS.join('|')})`, (m, today) => ({
    startDate: iso(weekdayBefore(today, WEEKDAYS.indexOf(m[1] ?? '') + 1)),
  })),
  rule(`after (${named})`, (m, today, dates) => {
    const after = periodOf(m[1] ?? '', today, dates);
    return after && { startDate: iso(after.end) };
  }),
  rule(`(?:before|prior to|until|till|up to) (${named})`, (m, today, dates) => {
    const limit = periodOf(m[1] ?? '', today, dates);
    const inclusive = /^(?:until|till|up to)/.test(m[0]);
    return limit && { endDate: iso(plus(inclusive ? limit.end : limit.start, -1, 'day')) };
  }),
  rule(`(?:${lead}(?:year to date|year so far)|ytd|so far this year)`, () => ({ duration: 'T1Y' })),
  rule(`${lead}(?:this|current) ${span}(?: so far| to date)?`, (m, today) =>
    calendar('this', m[1] as CalendarUnit, today),
  ),
  rule(`${lead}(?:last|past|previous|prior|recent) (\\d+|couple of|few) ${spans}`, (m) =>
    rolling(m[1] === 'couple of' ? '2' : m[1] === 'few' ? '3' : m[1], m[2] ?? ''),
  ),
  rule(`${lead}(?:last|past) (\\d+) hours?`, (m) =>
    Number(m[1]) % 24 ? null : rolling(String(Number(m[1]) / 24), 'day'),
  ),
  rule(`${lead}(?:past) ${spans}`, (m) => rolling(undefined, m[1] ?? '')),
  rule(`(?:in|over|during|within) the last ${spans}`, (m) => rolling(undefined, m[1] ?? '')),
  rule(`${lead}(?:last|previous|prior) ${span}`, (m, today) => calendar('last', m[1] as CalendarUnit, today)),
  rule(`${lead}last fortnight`, () => ({ duration: 'P14D' })),
  rule(`(\\d+|a|an) ${span}s? ago`, (m, today) => ago(Number(m[1]) || 1, m[2] as CalendarUnit, today)),
  rule(`(?:on |of )?(?:today)`, () => ({ duration: 'T1D' })),
  rule(`(?:on |of )?(?:yesterday)`, () => ({ duration: 'L1D' })),
  rule(`${lead}(first|1st|second|2nd|third|3rd|fourth|4th|last) quarter of (${year})`, (m, today) => {
    const place = ['first 1st', 'second 2nd', 'third 3rd', 'fourth 4th last'].findIndex((names) =>
      names.split(' ').includes(m[1] ?? ''),
    );
    return fixed(quarterPeriod(place + 1, m[2], today), today);
  }),
  rule(`${lead}q([1-4])(?: (?:of )?(${year}))?`, (m, today) =>
    fixed(quarterPeriod(Number(m[1]), m[2], today), today),
  ),
  rule(`(?:on |this |last |past )(${WEEKDAYS.join('|')})`, (m, today) =>
    fixed(period(weekdayBefore(today, WEEKDAYS.indexOf(m[1] ?? '') + 1), 1, 'day'), today),
  ),
  rule(`(?:(?:last|in|during|of|from|for|over) )?(${month}) (?:of )?(${year})`, (m, today) =>
    fixed(monthPeriod(m[1] ?? '', m[2], today), today),
  ),
  rule(`(?:last|in|during|of|from|for|this|over) (${month})`, (m, today) =>
    fixed(monthPeriod(m[1] ?? '', undefined, today), today),
  ),
  rule(`(?<!by )(${unambiguous})`, (m, today) => fixed(monthPeriod(m[1] ?? '', undefined, today), today)),
  rule(`${lead}(?:the year )?(${year})`, (m, today, dates) => {
    const found = periodOf(m[1] ?? '', today, dates);
    return found && fixed(found, today);
  }),
  rule(`(?:(?:on|at|of) )?(?:the )?(<d\\d+>)`, (m, today, dates) => {
    const found = periodOf(m[1] ?? '', today, dates);
    return found && fixed(found, today);
  }),
  rule(`recently|lately|these days|of late`, () => ({ duration: 'P30D' })),
  rule(`(?:since |from )?(?:all time|ever|of all time|the beginning|overall|so far)`, () => ({})),
];

/** Finds written dates (3 March 2024, 2024-03-01), and replaces them by `<d0>`. */
function markDates(source: string, words: readonly Word[], clock: Clock): { words: Word[]; dates: Day[] } {
  const today = dayIn(clock.now, clock.timezone);
  const reference = new Date(Date.UTC(today.year, today.month - 1, today.day, 12));
  let tagged = [...words];
  const dates: Day[] = [];
  for (const result of chrono.parse(source, { instant: reference, timezone: 0 })) {
    if (
      !/\d/.test(result.text) ||
      !/[a-z]{3}|\d{4}/i.test(result.text) ||
      /ago|later|last|next/i.test(result.text)
    )
      continue;
    const ends = result.end ? [result.start, result.end] : [result.start];
    if (!ends.every((end) => end.isCertain('day') && end.isCertain('month'))) continue;
    const first = tagged.findIndex((word) => word.from >= result.index);
    const until = result.index + result.text.length;
    const after = tagged.findIndex((word) => word.from >= until);
    if (first < 0 || (after >= 0 && after <= first)) continue;
    const place = { first, after: after < 0 ? tagged.length : after };
    const placeholders = ends.map((end) => {
      const day = { year: end.get('year') ?? 0, month: end.get('month') ?? 1, day: end.get('day') ?? 1 };
      return `<d${dates.push(inThePast(day, end.isCertain('year'), today)) - 1}>`;
    });
    tagged = replace(tagged, place, placeholders.join(' to '));
  }
  return { words: tagged.flatMap(spread), dates };
}

const inThePast = (day: Day, certain: boolean, today: Day): Day =>
  certain || !isBefore(today, day) ? day : { ...day, year: day.year - 1 };

/** Reads the time grammar: at most one window, and the remaining words. */
export function readTime(source: string, words: readonly Word[], clock: Clock): TimeReading {
  const today = { ...dayIn(clock.now, clock.timezone), firstDay: clock.firstDay };
  const { words: tagged, dates } = markDates(source, words, clock);
  for (const { pattern, read } of RULES) {
    const found = find(tagged, pattern);
    const window = found && read(found.match, today, dates);
    if (!found || !window) continue;
    const from = tagged[found.first]?.from ?? 0;
    const to = tagged[found.after - 1]?.to ?? from;
    const empty = Object.keys(window).length === 0;
    return { words: replace(tagged, found), window, phrase: empty ? null : source.slice(from, to) };
  }
  return { words: tagged, window: {}, phrase: null };
}
