import { addLocal, floorLocal } from './calendar.ts';
import type { BucketUnit, Calendar } from './calendar.ts';
import { Duration } from './schema.ts';
import type { Query } from './schema.ts';
import { fromLocal, toLocal } from './zone.ts';

/** A span of instants in epoch ms, end exclusive; null is open. */
export interface Window {
  readonly start: number | null;
  readonly end: number | null;
}

const UNITS: Record<string, BucketUnit> = { D: 'day', W: 'week', M: 'month', Y: 'year' };
const FORM = /^([PTL])(\d+)([DWMY])$/;

/**
 * The span of a duration at `now`. P30D is the 30 days before now by the wall clock; P1D is 24 hours unless
 * the clock changed. T1W is this whole week, L1M the whole previous month.
 */
export function durationWindow(code: string, now: number, calendar: Calendar): Window {
  const [, kind, count, letter] = FORM.exec(Duration.parse(code)) ?? [];
  const unit = UNITS[letter ?? 'D'] ?? 'day';
  const local = toLocal(calendar.zone, now);
  if (kind === 'P') {
    return { start: fromLocal(calendar.zone, addLocal(local, unit, -Number(count))), end: now };
  }
  const from = addLocal(floorLocal(local, unit, calendar.firstDay), unit, kind === 'L' ? -1 : 0);
  return {
    start: fromLocal(calendar.zone, from),
    end: fromLocal(calendar.zone, addLocal(from, unit, 1)),
  };
}

const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** The instant of an ISO text. A bare date is the start of that day in the zone or, with `end`, its end. */
export function instantOf(text: string, calendar: Calendar, side: 'start' | 'end' = 'start'): number {
  const at = Date.parse(text);
  if (!DAY_ONLY.test(text) || Number.isNaN(at)) return at;
  return fromLocal(calendar.zone, side === 'end' ? addLocal(at, 'day', 1) : at);
}

/**
 * The window of a query in instants. Explicit dates precede a duration; without either, both sides are open.
 */
export function resolveWindow(
  query: Pick<Query, 'startDate' | 'endDate' | 'duration'>,
  now: number,
  calendar: Calendar,
): Window {
  if (query.startDate !== undefined || query.endDate !== undefined) {
    return {
      start: query.startDate === undefined ? null : instantOf(query.startDate, calendar),
      end: query.endDate === undefined ? null : instantOf(query.endDate, calendar, 'end'),
    };
  }
  return query.duration === undefined
    ? { start: null, end: null }
    : durationWindow(query.duration, now, calendar);
}
