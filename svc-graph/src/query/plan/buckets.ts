import {
  DATE_UNITS,
  bucketOf,
  bucketStarts,
  floorLocal,
  isClockPart,
  narrowZone,
  toLocal,
} from '@cairn/query';
import type { BucketUnit, Calendar, DateUnit, Filter, ZoneTable } from '@cairn/query';
import type { Bound, Expr } from './plan.ts';
import { invalidQuery, quoted } from './refusals.ts';
import { isMainMoment } from './scope.ts';
import type { QueryField, QueryScope } from './scope.ts';
import { boundOf } from './values.ts';
import type { QueryValue } from './values.ts';

/** How a group or a filter buckets values: by period, by a part of the clock, or by bin. */
export interface Bucketing {
  readonly unit?: DateUnit | undefined;
  readonly width?: number | undefined;
}

const DAY = 86_400_000;
/** Longer than any bucket, so that the margin covers the start of the bucket in which an extent begins. */
export const MARGIN = 400 * DAY;
/**
 * A clock that is set back over midnight repeats part of a day, so a day may end later than its date says.
 */
const RETURNS = 2 * DAY;

const DATED = new Set(['datetime', 'date']);
const SHORT = new Set<DateUnit>(['minute', 'hour']);
const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Rejects a date unit on a value that is not a moment. */
export function refuseUnitOfNoMoment(unit: DateUnit, field: QueryField): void {
  if (DATED.has(field.type)) return;
  throw invalidQuery(`${field.target}.${field.attribute.name} is no moment; ${unit} needs one.`, {
    units: DATE_UNITS,
  });
}

/** The zone's offsets within the extent of the rows; each further offset costs planning time. */
export function zoneFor(field: QueryField, scope: QueryScope, margin: number): ZoneTable {
  if (field.type === 'date') return { zone: 'UTC', stretches: [] };
  const { zone } = scope.calendar;
  const { start, end } = scope.extent ?? scope.window;
  return isMainMoment(field, scope) ? narrowZone(zone, start === null ? null : start - margin, end) : zone;
}

/** The bucket of a value. Groups and filters share it, so a filter keeps exactly what a group counts. */
export function bucketExpr(
  of: Expr,
  field: QueryField,
  scope: QueryScope,
  { unit, width }: Bucketing,
  zone = zoneFor(field, scope, 0),
): Expr {
  if (width !== undefined) return { node: 'bin', of, width };
  if (!unit) return of;
  const { firstDay } = scope.calendar;
  return isClockPart(unit)
    ? { node: 'clockPart', of, part: unit, zone, firstDay }
    : { node: 'bucket', of, unit, zone, firstDay };
}

const nameOf = (field: QueryField) => `${field.target}.${field.attribute.name}`;

/** The engine's number of an hour, a minute or a weekday. */
function clockBound(
  value: Exclude<QueryValue, null>,
  unit: DateUnit,
  field: QueryField,
  scope: QueryScope,
): Bound {
  if (unit !== 'dayOfWeek') return boundOf(value, 'number', `${unit}(${nameOf(field)})`, scope.calendar);
  const day = WEEK.findIndex((name) => name.toLowerCase() === String(value).toLowerCase());
  if (day < 0) throw invalidQuery(`${quoted(String(value))} is no day of the week; write it as ${WEEK[0]}.`);
  return { type: 'number', value: (day + 8 - scope.calendar.firstDay) % 7 };
}

interface Period {
  /** The bound value of a moment in the period. */
  readonly bound: Bound;
  /** The instants between which all moments of the period lie. */
  readonly from: number;
  readonly to: number;
}

function calendarFor(field: QueryField, { calendar }: QueryScope): Calendar {
  return field.type === 'date' ? { ...calendar, zone: { zone: 'UTC', stretches: [] } } : calendar;
}

/** The period of a moment, named by its first moment. */
function periodOf(
  value: Exclude<QueryValue, null>,
  unit: BucketUnit,
  field: QueryField,
  scope: QueryScope,
): Period {
  const calendar = calendarFor(field, scope);
  const read = boundOf(value, field.type, `${unit}(${nameOf(field)})`, scope.calendar).value;
  const at = typeof read === 'number' ? read : Date.parse(String(read));
  const start = bucketOf(at, unit, calendar);
  const end = bucketStarts(start, start + MARGIN, unit, calendar, 2)[1] ?? start + MARGIN;
  const local = floorLocal(toLocal(calendar.zone, at), unit, calendar.firstDay);
  const bound: Bound = { type: 'datetime', value: SHORT.has(unit) ? start : local };
  return { bound, from: start - RETURNS, to: end + RETURNS };
}

function inPeriods(
  values: readonly Exclude<QueryValue, null>[],
  unit: BucketUnit,
  field: QueryField,
  of: Expr,
  scope: QueryScope,
): Expr {
  const periods = values.map((value) => periodOf(value, unit, field, scope));
  const from = Math.min(...periods.map((each) => each.from));
  const to = Math.max(...periods.map((each) => each.to));
  // Within these bounds few offsets of the zone matter, and storage can skip the rest.
  const zone = field.type === 'date' ? zoneFor(field, scope, 0) : narrowZone(scope.calendar.zone, from, to);
  const part = bucketExpr(of, field, scope, { unit }, zone);
  const listed: Expr = {
    node: 'oneOf',
    of: part,
    values: periods.map(({ bound }) => bound),
    orMissing: false,
  };
  if (field.type === 'date') return listed;
  const edge = (value: number) => ({ bound: { type: 'datetime', value } as const, inclusive: true });
  return { node: 'all', of: [{ node: 'between', of, from: edge(from), to: edge(to) }, listed] };
}

/** True when a value's bucket is one of a list, written as in answers. */
export function inBuckets(
  values: readonly Exclude<QueryValue, null>[],
  filter: Filter,
  field: QueryField,
  of: Expr,
  scope: QueryScope,
): Expr {
  const { unit } = filter;
  if (unit && !isClockPart(unit)) return inPeriods(values, unit, field, of, scope);
  const bounds = values.map((value) =>
    unit ? clockBound(value, unit, field, scope) : boundOf(value, 'number', nameOf(field), scope.calendar),
  );
  const part = bucketExpr(of, field, scope, { unit, width: filter.bins?.width });
  return { node: 'oneOf', of: part, values: bounds, orMissing: false };
}
