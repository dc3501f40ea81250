import type { AnswerMeta, Caller } from '@cairn/contracts';
import type { Catalogue } from '@cairn/entities';
import {
  DEFAULT_PAGE_SIZE,
  MAX_LIMIT,
  comparedWindow,
  isZone,
  leavesOf,
  resolveWindow,
  selectedName,
  zoneTable,
} from '@cairn/query';
import type { Calendar, ComparedWindow, Query, Weekday, Window } from '@cairn/query';
import { invalidQuery, quoted } from './plan/refusals.ts';
import { BASE, fieldOf, isMany, kindOf, scanOf } from './plan/scope.ts';
import type { Scope } from './plan/scope.ts';

const MINUTE = 60_000;
const DEFAULT_ZONE = 'UTC';

const MONDAY = 1;

/** A question as it is read in an org: by the org's weeks, where it does not say how its own begin. */
export function inWeeksOf<Q extends Pick<Query, 'firstDay'>>(
  { firstDay }: Pick<Caller, 'firstDay'>,
  question: Q,
): Q & { readonly firstDay: Weekday } {
  return { ...question, firstDay: question.firstDay ?? firstDay ?? MONDAY };
}

/** The reader's calendar; a week starts on Monday unless they say otherwise. */
export function calendarOf(zone: string | undefined, firstDay: Weekday = MONDAY): Calendar {
  const name = zone ?? DEFAULT_ZONE;
  if (!isZone(name)) {
    throw invalidQuery(`${quoted(name)} is not a time zone; use a name such as Europe/Berlin.`);
  }
  return { zone: zoneTable(name), firstDay };
}

/** Conditions that one question may have; and of them, those about what a row has several of, each a lookup. */
const MOST_CONDITIONS = 1_000;
const MOST_LOOKUPS = 100;

/** Rejects more conditions than an engine plans in a while: the time of their lookups grows faster than they do. */
function refuseTooMuch({ filters, aggregations }: Query, scope: Scope): void {
  const conditions = leavesOf([...filters, ...aggregations.flatMap((measure) => measure.filters ?? [])]);
  const said = (most: number, what: string, given: number) =>
    invalidQuery(
      `A question has at most ${most.toLocaleString('en-US')} conditions${what}, not ${given.toLocaleString('en-US')}.`,
    );
  if (conditions.length > MOST_CONDITIONS) throw said(MOST_CONDITIONS, '', conditions.length);
  if (conditions.length <= MOST_LOOKUPS) return;
  const lookups = conditions.filter((each) => {
    const field = fieldOf(scope, each);
    return isMany(field) || field.type === 'string[]';
  }).length;
  if (lookups > MOST_LOOKUPS)
    throw said(MOST_LOOKUPS, ` about what a ${scope.kind.label.toLowerCase()} has several of`, lookups);
}

/** Everything a plan of this query is made within. `now` is taken to the full minute, so that answers can be kept. */
export function scopeOf(query: Query, catalogue: Catalogue, now: number): Scope {
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
  const plain = { catalogue, kind, base: scanOf(kind, BASE), calendar, window, now: minute };
  refuseTooMuch(query, plain);
  const compared = comparedOf(query, window, calendar);
  return compared ? { ...plain, compared, extent: { start: compared.start, end: window.end } } : plain;
}

/** The window to compare with; rejects a question that has nothing to compare, or an `ago` that is no length. */
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

/** Rejects names that are not known, also in clauses that an answer of this shape does not use. */
export function checkNames(query: Query, scope: Scope): void {
  for (const name of [...query.groupBys, ...query.aggregations]) fieldOf(scope, name);
}

/** Which rows of all are asked for. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** Rows that can be had in all, page after page. */
  readonly cap: number;
  readonly page?: number;
  readonly pageSize?: number;
}

/** A page when one is asked for, else everything up to the limit. */
export function pageOf(query: Query, usual: { limit?: number; paged: boolean }): Page {
  const paged = query.page !== undefined || query.pageSize !== undefined || (usual.paged && !query.limit);
  if (!paged) {
    const limit = query.limit ?? usual.limit ?? MAX_LIMIT;
    return { limit, offset: 0, cap: limit };
  }
  const page = query.page ?? 1;
  const pageSize = query.pageSize ?? DEFAULT_PAGE_SIZE;
  const cap = query.limit ?? MAX_LIMIT;
  const offset = (page - 1) * pageSize;
  return { limit: Math.max(0, Math.min(pageSize, cap - offset)), offset, cap, page, pageSize };
}

/** Every row there is. */
export const EVERYTHING: Page = {
  limit: Number.MAX_SAFE_INTEGER,
  offset: 0,
  cap: Number.MAX_SAFE_INTEGER,
};

/** Rejects a question that asks for all rows and for some, or for all in a format that is made at once. */
export function checkWhole({ whole, format, limit, page, pageSize }: Query): void {
  if (!whole) return;
  if (format !== 'csv') throw invalidQuery('Only a csv can hold every row; ask for pages in other formats.');
  if (limit === undefined && page === undefined && pageSize === undefined) return;
  throw invalidQuery('Every row and a limit or a page exclude each other.');
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** What the answer covers, and whether rows were left out. */
export function metaOf(scope: Scope, page: Page, total: number, dataVersion: number): AnswerMeta {
  return {
    ...(page.page === undefined ? {} : { page: page.page, pageSize: page.pageSize }),
    limit: page.cap,
    total,
    truncated: total > page.cap,
    timezone: scope.calendar.zone.zone,
    start: iso(scope.window.start),
    end: iso(scope.window.end),
    ...(scope.compared
      ? { compared: { start: iso(scope.compared.start) ?? '', end: iso(scope.compared.end) ?? '' } }
      : {}),
    dataVersion,
  };
}
