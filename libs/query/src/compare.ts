import { addLocal } from './calendar.ts';
import type { Calendar } from './calendar.ts';
import type { Query } from './schema.ts';
import type { Window } from './windows.ts';
import { fromLocal, toLocal } from './zone.ts';

/** A distance by the wall clock: whole months, or milliseconds. */
export type Shift = { readonly months: number } | { readonly ms: number };

export interface ComparedWindow {
  readonly start: number;
  readonly end: number;
  readonly by: Shift;
}

const AGO = /^P?(\d{1,4})([DWMY])$/;
const DAY = 86_400_000;
const MONTHLY = /^([PTL])(\d+)([MY])$/;

const isMonthStart = (local: number) => local % DAY === 0 && new Date(local).getUTCDate() === 1;

function monthsBetween(from: number, to: number): number {
  const [a, b] = [new Date(from), new Date(to)];
  return (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
}

/**
 * The shift to the compared window. It counts months when `ago` or a monthly duration does, or when the
 * window is whole calendar months. In days, `30D` stays 30 days.
 */
function shiftOf(query: Pick<Query, 'duration' | 'compareWith'>, from: number, to: number): Shift | null {
  const { ago } = query.compareWith ?? {};
  if (ago !== undefined && ago !== '') {
    const [, count, unit] = AGO.exec(ago) ?? [];
    if (!count || Number(count) === 0) return null;
    if (unit === 'M' || unit === 'Y') return { months: Number(count) * (unit === 'Y' ? 12 : 1) };
    return { ms: Number(count) * (unit === 'W' ? 7 : 1) * DAY };
  }
  const [, , count, unit] = MONTHLY.exec(query.duration ?? '') ?? [];
  if (count) return { months: Number(count) * (unit === 'Y' ? 12 : 1) };
  if (!query.duration && isMonthStart(from) && isMonthStart(to)) return { months: monthsBetween(from, to) };
  return { ms: to - from };
}

/**
 * The earlier window to which a closed window is compared, by the wall clock; null when `ago` is not a
 * duration.
 */
export function comparedWindow(
  query: Pick<Query, 'duration' | 'compareWith'>,
  window: Window,
  { zone }: Calendar,
): ComparedWindow | null {
  if (window.start === null || window.end === null || window.start >= window.end) return null;
  const [from, to] = [toLocal(zone, window.start), toLocal(zone, window.end)];
  const by = shiftOf(query, from, to);
  if (!by) return null;
  const back = (local: number) =>
    fromLocal(zone, 'months' in by ? addLocal(local, 'month', -by.months) : local - by.ms);
  const start = back(from);
  return { start, end: Math.max(start, Math.min(back(to), window.end)), by };
}

export interface Change {
  readonly current: number | null;
  readonly comparison: number | null;
  readonly delta: number | null;
  /** In percent of the earlier value; 100 or -100 when that was 0. */
  readonly percentage: number | null;
  /** The earlier value was 0 and the current is not; the cell says so instead of a percentage. */
  readonly isNew: boolean;
}

/** The change from the compared period to the current one (X§4); missing when either value is. */
export function changeOf(current: number | null, comparison: number | null): Change {
  if (current === null || comparison === null) {
    return { current, comparison, delta: null, percentage: null, isNew: false };
  }
  const delta = current - comparison;
  const percentage = comparison === 0 ? Math.sign(current) * 100 : (delta / Math.abs(comparison)) * 100;
  return { current, comparison, delta, percentage, isNew: comparison === 0 && current !== 0 };
}
