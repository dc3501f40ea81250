const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const FULL_NAMES = new Map([
  ['mon', 'monday'],
  ['tue', 'tuesday'],
  ['wed', 'wednesday'],
  ['thu', 'thursday'],
  ['fri', 'friday'],
  ['sat', 'saturday'],
  ['sun', 'sunday'],
  ['jan', 'january'],
  ['feb', 'february'],
  ['mar', 'march'],
  ['apr', 'april'],
  ['jun', 'june'],
  ['jul', 'july'],
  ['aug', 'august'],
  ['sep', 'september'],
  ['oct', 'october'],
  ['nov', 'november'],
  ['dec', 'december'],
]);

type Rank = (text: string) => number | null;

/** The place of a name in a list, written out or with its first three letters. */
const named =
  (names: readonly string[]): Rank =>
  (text) => {
    const at = names.findIndex((name) => text === name || text === FULL_NAMES.get(name));
    return at === -1 ? null : at;
  };

const matched =
  (pattern: RegExp, rank: (...parts: number[]) => number): Rank =>
  (text) => {
    const found = pattern.exec(text);
    return found ? rank(...found.slice(1).map((part) => Number(part ?? 0))) : null;
  };

const clock: Rank = (text) => {
  const [, hour, minute, half] = /^(1[0-2]|0?[1-9])(?::([0-5]\d))? ?([ap])m$/.exec(text) ?? [];
  if (hour === undefined) return null;
  return (Number(hour) % 12) * 60 + Number(minute ?? 0) + (half === 'p' ? 720 : 0);
};

/** The forms of text whose natural order is that of a calendar or of counting (X§9). */
const FORMS: readonly Rank[] = [
  named(WEEKDAYS),
  named(MONTHS),
  clock,
  matched(/^(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])$/, (month = 0, day = 0) => month * 100 + day),
  matched(
    /^(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])\/(\d{2})$/,
    (month = 0, day = 0, year = 0) => year * 10_000 + month * 100 + day,
  ),
  matched(/^(\d+)(?:st|nd|rd|th)$/, (count = 0) => count),
];

/** Ranks texts that are all of one calendar form; null where they are not, so that another order applies. */
export function calendarRank(texts: readonly string[]): ((text: string) => number) | null {
  const plain = (text: string) => text.trim().toLowerCase();
  const form = texts.length > 1 && FORMS.find((each) => texts.every((text) => each(plain(text)) !== null));
  return form ? (text) => form(plain(text)) ?? Number.MAX_SAFE_INTEGER : null;
}
