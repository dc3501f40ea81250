import type { Query } from '@cairn/query';

const DAY = 86_400_000;
const DAYS: Readonly<Record<string, number>> = { D: 1, W: 7, M: 30, Y: 365 };

/** About how many days a query spans, without the tables of zones; null where its dates are open. */
export function daysOf({
  startDate,
  endDate,
  duration,
}: Pick<Query, 'startDate' | 'endDate' | 'duration'>): number | null {
  if (startDate !== undefined)
    return (Date.parse(endDate ?? new Date().toISOString()) - Date.parse(startDate)) / DAY;
  if (endDate !== undefined) return null;
  const [, count, letter] = /^[PTL](\d+)([DWMY])$/.exec(duration ?? '') ?? [];
  return letter === undefined ? null : Number(count) * (DAYS[letter] ?? 1);
}
