import type { DateRange } from '@cairn/ui';

const DAY = 86_400_000;

/** The periods that Home offers. */
export const PERIODS = ['P7D', 'P30D', 'P90D', 'P6M', 'P1Y', 'P5Y'] as const;

export interface DefaultPeriod {
  range: DateRange;
  /** Explains a range that does not end today. */
  note: string | null;
}

/** The moments of the first and the last thing in an org. */
export interface DataExtent {
  earliest: string | null;
  latest: string | null;
}

/** The duration codes that fit a history, by how many days ago it began and ended. */
const FITTING = [
  { code: 'P7D', began: 7, ended: 7 },
  { code: 'P30D', began: 31, ended: 31 },
  { code: 'P90D', began: Infinity, ended: 45 },
  { code: 'P1Y', began: Infinity, ended: 300 },
];

/** The period that the person has chosen; else one in which there is something to see: one that fits a young history, else 90 days or a year, else the year before the newest commit. */
export function defaultPeriod(
  { earliest, latest }: DataExtent,
  now: Date,
  chosen: string | null = null,
): DefaultPeriod {
  if (chosen !== null) return { range: { duration: chosen }, note: null };
  const daysAgo = (moment: string | null) => (moment ? (now.getTime() - Date.parse(moment)) / DAY : null);
  const [began, ended] = [daysAgo(earliest), daysAgo(latest)];
  if (ended === null) return { range: { duration: 'P90D' }, note: null };
  const fitting = FITTING.find((fit) => (began ?? Infinity) < fit.began && ended < fit.ended);
  if (fitting) return { range: { duration: fitting.code }, note: null };
  const end = new Date(Date.parse(latest ?? ''));
  const start = new Date(end.getTime() - 365 * DAY);
  return {
    range: { startDate: start.toISOString(), endDate: new Date(end.getTime() + 1).toISOString() },
    note: 'The history ends some time ago, so its last year is shown.',
  };
}

const CODE = /^P\d{1,4}[DWMY]$|^[TL]1[DWMY]$/;

const DAYS: Record<string, number> = { D: 1, W: 7, M: 30.4, Y: 365 };

/** How many days a range holds, near enough to choose how fine to count. */
export function daysOf(range: DateRange): number {
  if (!('duration' in range)) return (Date.parse(range.endDate) - Date.parse(range.startDate)) / DAY;
  const [, count = '1', unit = 'D'] = /^[PTL](\d+)([DWMY])$/.exec(range.duration) ?? [];
  return Number(count) * (DAYS[unit] ?? 1);
}

/** The period that the address names, or null. */
export function periodOf(params: URLSearchParams): DateRange | null {
  const code = params.get('period');
  if (code && CODE.test(code)) return { duration: code };
  const [startDate, endDate] = [params.get('from'), params.get('to')];
  if (!startDate || !endDate) return null;
  return Number.isNaN(Date.parse(startDate)) || Number.isNaN(Date.parse(endDate))
    ? null
    : { startDate, endDate };
}

/** The period as the address carries it. */
export function periodParams(range: DateRange | null): Record<string, string> {
  if (!range) return {};
  return 'duration' in range ? { period: range.duration } : { from: range.startDate, to: range.endDate };
}
