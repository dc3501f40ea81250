import type { Caller } from '@cairn/contracts';
import type { Catalogue, Kind } from '@cairn/entities';
import {
  comparedWindow,
  instantOf,
  isZone,
  leavesOf,
  resolveWindow,
  selectedName,
  zoneTable,
} from '@cairn/query';
import type { Calendar, ComparedWindow, Query, Weekday, Window } from '@cairn/query';
import { invalidQuery, quoted } from './plan/refusals.ts';
import { BASE, fieldOf, isMany, kindOf, scanOf } from './plan/scope.ts';
import type { AsOf, QueryScope } from './plan/scope.ts';

const MINUTE = 60_000;
const DEFAULT_ZONE = 'UTC';

const MONDAY = 1;

/** Adds the first day of the week to a query: its own, else the org's, else Monday. */
export function withFirstDay<Q extends Pick<Query, 'firstDay'>>(
  { firstDay }: Pick<Caller, 'firstDay'>,
  query: Q,
): Q & { readonly firstDay: Weekday } {
  return { ...query, firstDay: query.firstDay ?? firstDay ?? MONDAY };
}

/** The calendar of the reader; rejects an unknown time zone. */
export function calendarOf(zone: string | undefined, firstDay: Weekday = MONDAY): Calendar {
  const name = zone ?? DEFAULT_ZONE;
  if (!isZone(name)) {
    throw invalidQuery(`${quoted(name)} is not a time zone; use a name such as Europe/Berlin.`);
  }
  return { zone: zoneTable(name), firstDay };
}

const MOST_CONDITIONS = 1_000;
/** Each condition on a relation to many or on a list is a lookup of its own. */
const MOST_LOOKUPS = 100;

/**
 * Rejects more conditions than an engine can plan in time. The time for lookups grows faster than their
 * number.
 */
function refuseTooMuch({ filters, aggregations }: Query, scope: QueryScope): void {
  const conditions = leavesOf([...filters, ...aggregations.flatMap((measure) => measure.filters ?? [])]);
  const tooMany = (most: number, what: string, given: number) =>
    invalidQuery(
      `A question has at most ${most.toLocaleString('en-US')} conditions${what}, not ${given.toLocaleString('en-US')}.`,
    );
  if (conditions.length > MOST_CONDITIONS) throw tooMany(MOST_CONDITIONS, '', conditions.length);
  if (conditions.length <= MOST_LOOKUPS) return;
  const lookups = conditions.filter((each) => {
    const field = fieldOf(scope, each);
    return isMany(field) || field.type === 'string[]';
  }).length;
  if (lookups > MOST_LOOKUPS)
    throw tooMany(MOST_LOOKUPS, ` about what a ${scope.kind.label.toLowerCase()} has several of`, lookups);
}

/**
 * The scope in which a query is planned. `now` is rounded up to the minute, so that answers can be cached.
 */
export function scopeOf(query: Query, catalogue: Catalogue, now: number): QueryScope {
  const kind = kindOf(
    catalogue,
    selectedName(query, (name) => catalogue.kind(name) !== undefined),
  );
  const calendar = calendarOf(query.timezone, query.firstDay);
  const minute = Math.ceil(now / MINUTE) * MINUTE;
  const window = resolveWindow(query, minute, calendar);
  if (window.start !== null && window.end !== null && window.start > window.end) {
    throw invalidQuery('The date range ends before it starts.');
  }
  const asOf = asOfOf(query, kind, { catalogue, calendar });
  const plain = {
    catalogue,
    kind,
    base: scanOf(kind, BASE),
    calendar,
    window,
    now: minute,
    ...(asOf ? { asOf } : {}),
  };
  refuseTooMuch(query, plain);
  const compared = comparedOf(query, window, calendar);
  return compared ? { ...plain, compared, extent: { start: compared.start, end: window.end } } : plain;
}

const CLOCK_PARTS = new Set<string | undefined>([undefined, 'hourOfDay', 'dayOfWeek']);

/**
 * The moment of dated relations that a query names. As of each event means the moment by whose periods rows are
 * grouped or kept, if that is one, else the main moment of the kind. So drilling into a period keeps the moment.
 */
function asOfOf(
  query: Query,
  kind: Kind,
  { catalogue, calendar }: Pick<QueryScope, 'catalogue' | 'calendar'>,
): AsOf | undefined {
  const { asOf, groupBys, filters, aggregations } = query;
  if (asOf === undefined) return undefined;
  if (asOf === 'now') return { kind: 'now' };
  if (asOf !== 'event') return { kind: 'moment', at: instantOf(asOf, calendar) };
  const measured = aggregations.flatMap((measure) => measure.filters ?? []);
  const periods = [...groupBys, ...leavesOf([...filters, ...measured])]
    .filter(({ target, unit }) => target === kind.name && !CLOCK_PARTS.has(unit))
    .map((each) => catalogue.attribute(kind.name, each.attribute)?.name);
  const [period, ...others] = new Set(periods);
  const main = kind.lasting ? undefined : kind.timeAttribute;
  const attribute = others.length === 0 ? (period ?? main) : main;
  return attribute === undefined ? { kind: 'now' } : { kind: 'event', attribute };
}

/** The compared window. Rejects an open window, and an `ago` that is not a duration. */
function comparedOf(query: Query, window: Window, calendar: Calendar): ComparedWindow | undefined {
  if (!query.compareWith) return undefined;
  if (window.start === null || window.end === null || window.start >= window.end) {
    throw invalidQuery('Only a date range with a start and an end can be compared with an earlier one.');
  }
  const compared = comparedWindow(query, window, calendar);
  if (!compared) {
    throw invalidQuery(
      `${quoted(query.compareWith.ago ?? '')} is no length to go back; use one such as 7D, 1M or 1Y.`,
    );
  }
  return compared;
}

/** Rejects unknown names, also in clauses that this shape of answer does not use. */
export function checkNames(query: Query, scope: QueryScope): void {
  for (const name of [...query.groupBys, ...query.aggregations]) fieldOf(scope, name);
}
