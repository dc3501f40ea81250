import { NULL_MARKER, instantOf } from '@cairn/query';
import type { Calendar } from '@cairn/query';
import type { Bound, ValueType } from './plan.ts';
import { invalidQuery, quoted } from './refusals.ts';

/** A value in the form in which a query writes it. */
export type QueryValue = string | number | boolean | null;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^\s*-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?\s*$/i;
const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/**
 * True when the calendar has the day at the start of a text. `Date.parse` alone takes 30 February for 1
 * March.
 */
function isRealDay(text: string): boolean {
  const day = text.slice(0, 'YYYY-MM-DD'.length);
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** True when the value stands for a missing one (X§3). */
export function isMissing(value: QueryValue): boolean {
  return value === null || value === NULL_MARKER;
}

const WANTED: Record<ValueType, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  datetime: 'an ISO date or time such as 2026-01-31 or 2026-01-31T12:00:00Z',
  date: 'an ISO date such as 2026-01-31',
  'string[]': 'text',
  json: 'nothing, since it is a document that cannot be filtered by',
  uuid: 'a uuid',
};

/** Parses a value as its attribute's type; rejects any other, naming both. */
export function boundOf(
  value: Exclude<QueryValue, null>,
  type: ValueType,
  name: string,
  calendar: Calendar,
  side: 'start' | 'end' = 'start',
): Bound {
  const read = READ[type](value, calendar, side);
  if (read === undefined) {
    throw invalidQuery(`${name} takes ${WANTED[type]}; ${quoted(String(value))} is not.`, { name, value });
  }
  return { type: type === 'string[]' ? 'string' : type, value: read };
}

type Read = (
  value: Exclude<QueryValue, null>,
  calendar: Calendar,
  side: 'start' | 'end',
) => Bound['value'] | undefined;

const asText: Read = (value) => String(value);

const READ: Record<ValueType, Read> = {
  string: asText,
  'string[]': asText,
  json: () => undefined,
  uuid: (value) => (UUID.test(String(value)) ? String(value).toLowerCase() : undefined),
  number: (value) => {
    if (typeof value === 'boolean' || (typeof value === 'string' && !NUMBER.test(value))) return undefined;
    return Number.isFinite(Number(value)) ? Number(value) : undefined;
  },
  boolean: (value) => {
    if (typeof value === 'boolean') return value;
    return value === 'true' ? true : value === 'false' ? false : undefined;
  },
  datetime: (value, calendar, side) => {
    if (!INSTANT.test(String(value)) || !isRealDay(String(value))) return undefined;
    const at = instantOf(String(value), calendar, side);
    return Number.isNaN(at) ? undefined : at;
  },
  date: (value) => {
    const text = String(value);
    return INSTANT.test(text) && isRealDay(text) ? text.slice(0, 'YYYY-MM-DD'.length) : undefined;
  },
};

/** True when a text names a day without a time. */
export function isDayOnly(value: QueryValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}
