import type { DateRange } from '@cairn/ui';

const DAY = 86_400_000;

/** What Home may look at; the first that holds data well is its default. */
export const PERIODS = ['P30D', 'P90D', 'P6M', 'P1Y', 'P5Y'] as const;

export interface Period {
  range: DateRange;
  /** Said when the range does not end today, and why. */
  note: string | null;
}

/** A period in which there is something to see: the last 90 days, a longer one, or the year before the newest commit. */
export function defaultPeriod(latest: string | null, now: Date): Period {
  const age = latest ? now.getTime() - Date.parse(latest) : 0;
  if (age < 45 * DAY) return { range: { duration: 'P90D' }, note: null };
  if (age < 300 * DAY) return { range: { duration: 'P1Y' }, note: null };
  const end = new Date(Date.parse(latest ?? ''));
  const start = new Date(end.getTime() - 365 * DAY);
  return {
    range: { startDate: start.toISOString(), endDate: new Date(end.getTime() + 1).toISOString() },
    note: 'The history ends some time ago, so its last year is shown.',
  };
}

const CODE = /^P\d{1,4}[DWMY]$|^[TL]1[DWMY]$/;

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
