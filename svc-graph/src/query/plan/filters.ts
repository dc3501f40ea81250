import type { Relation } from '@cairn/entities';
import {
  MAX_SINGLE_VALUES,
  MAX_VALUES,
  durationWindow,
  isGroup,
  leavesOf,
  localDay,
  membersOf,
  operatorOf,
  valuesOf,
} from '@cairn/query';
import type { Comparison, Condition, Filter, Operator, Window } from '@cairn/query';
import type { Bound, Edge, Expr } from './plan.ts';
import { inBuckets, refuseUnitOfNoMoment } from './buckets.ts';
import { invalidQuery } from './refusals.ts';
import { Joins, fieldOf, hopOf, isMany, isOfEdge, scanOf, valueExpr } from './scope.ts';
import type { QueryField, QueryScope } from './scope.ts';
import { boundOf, isDayOnly, isMissing } from './values.ts';
import type { QueryValue } from './values.ts';

const RANGED = new Set(['number', 'datetime', 'date']);

const isGiven = (value: QueryValue): value is Exclude<QueryValue, null> =>
  value !== null && !isMissing(value);

interface Listed {
  readonly values: readonly Bound[];
  readonly orMissing: boolean;
}

function listed(values: readonly QueryValue[], field: QueryField, scope: QueryScope): Listed {
  const name = `${field.target}.${field.attribute.name}`;
  return {
    values: values.filter(isGiven).map((value) => boundOf(value, field.type, name, scope.calendar)),
    orMissing: values.some(isMissing),
  };
}

function edgeOf(value: QueryValue, field: QueryField, scope: QueryScope, side: 'start' | 'end'): Edge | null {
  if (value === null || isMissing(value)) return null;
  const name = `${field.target}.${field.attribute.name}`;
  const bound = boundOf(value, field.type, name, scope.calendar, side);
  const wholeDay = side === 'end' && field.type === 'datetime' && isDayOnly(value);
  return { bound, inclusive: !wholeDay };
}

function within(
  range: readonly [QueryValue, QueryValue],
  field: QueryField,
  of: Expr,
  scope: QueryScope,
): Expr | null {
  if (!RANGED.has(field.type)) {
    throw invalidQuery(
      `${field.target}.${field.attribute.name} has no order, so WITHIN cannot be used; use IN or NOT IN.`,
    );
  }
  const from = edgeOf(range[0], field, scope, 'start');
  const to = edgeOf(range[1], field, scope, 'end');
  return from || to ? { node: 'between', of, from, to } : null;
}

const named = (field: QueryField) => `${field.target}.${field.attribute.name}`;
const TEXTUAL = new Set(['string', 'string[]', 'uuid']);
const DATED = new Set(['datetime', 'date']);
/** The first day whose year is written with four digits. */
const FIRST_DAY = Date.parse('0001-01-01');

function textual(
  texts: readonly string[],
  how: 'contains' | 'starts',
  field: QueryField,
  of: Expr,
): Expr | null {
  if (!TEXTUAL.has(field.type)) {
    throw invalidQuery(`${named(field)} is no text (${field.type}), so no part of it can be looked for.`);
  }
  const list = field.type === 'string[]' && of.node === 'column';
  const matches = texts.map((text): Expr => ({ node: 'textMatch', of, text, how, list }));
  return matches.length > 0 ? { node: 'any', of: matches } : null;
}

/** True when a value is missing, or is an empty text or list. */
function empty(field: QueryField, of: Expr): Expr {
  if (of.node === 'column' && field.type === 'string[]')
    return { node: 'overlaps', of, values: [], orMissing: true };
  const values: Bound[] = field.type === 'string' ? [{ type: 'string', value: '' }] : [];
  return { node: 'oneOf', of, values, orMissing: true };
}

/** True when a value lies in the last `duration`, or in the calendar unit that it names. */
function recent(duration: string, field: QueryField, of: Expr, scope: QueryScope): Expr {
  if (!DATED.has(field.type))
    throw invalidQuery(`${named(field)} is no moment, so it is not in the last of anything.`);
  const { start, end } = durationWindow(duration, scope.now, scope.calendar);
  const { zone } = scope.calendar;
  const edge = (at: number | null, inclusive: boolean): Edge | null => {
    // A bound before the first day leaves nothing out.
    if (at === null || (field.type === 'date' && at < FIRST_DAY)) return null;
    return field.type === 'date'
      ? { bound: { type: 'date', value: localDay(inclusive ? at : at - 1, zone) }, inclusive: true }
      : { bound: { type: 'datetime', value: at }, inclusive };
  };
  return { node: 'between', of, from: edge(start, true), to: edge(end, false) };
}

interface Compared {
  readonly holds: Expr | null;
  readonly negated?: boolean;
  /** True when missing values match too, and the condition itself does not cover them. */
  readonly orMissing?: boolean;
}

/**
 * Refuses a list that is too long. Texts and numbers may be many, since engines look them up; other types are
 * compared one by one.
 */
function refuseTooMany({ length }: readonly QueryValue[], field: QueryField, isLookedUp: boolean): void {
  if (isLookedUp || length <= MAX_SINGLE_VALUES) return;
  const [most, given] = [MAX_SINGLE_VALUES, length].map((each) => each.toLocaleString('en-US'));
  throw invalidQuery(
    `${named(field)} (${field.type}) takes at most ${most} values in one filter, not ${given}; texts and numbers take ${MAX_VALUES.toLocaleString('en-US')}.`,
  );
}

const LOOKED_UP = new Set(['string', 'uuid', 'number']);

function inList(values: readonly QueryValue[], field: QueryField, of: Expr, scope: QueryScope): Expr | null {
  if (values.length === 0) return null;
  refuseTooMany(values, field, LOOKED_UP.has(field.type));
  const node = of.node === 'column' && field.type === 'string[]' ? 'overlaps' : 'oneOf';
  return { node, of, ...listed(values, field, scope) };
}

type Rule<O extends Operator> = (
  values: Extract<Comparison, Record<O, unknown>>[O & keyof Extract<Comparison, Record<O, unknown>>],
  field: QueryField,
  of: Expr,
  scope: QueryScope,
) => Compared;

/** The condition of each operator; null when its values state none (X§5). */
const RULES: { readonly [O in Operator]: Rule<O> } = {
  IN: (values, field, of, scope) => ({ holds: inList(values, field, of, scope) }),
  'NOT IN': (values, field, of, scope) => ({ holds: inList(values, field, of, scope), negated: true }),
  WITHIN: (range, field, of, scope) => ({ holds: within(range, field, of, scope) }),
  CONTAINS: (texts, field, of) => ({ holds: textual(texts, 'contains', field, of) }),
  'NOT CONTAINS': (texts, field, of) => ({ holds: textual(texts, 'contains', field, of), negated: true }),
  'STARTS WITH': (texts, field, of) => ({ holds: textual(texts, 'starts', field, of) }),
  'IS EMPTY': (_, field, of) => ({ holds: empty(field, of) }),
  'IS NOT EMPTY': (_, field, of) => ({ holds: empty(field, of), negated: true }),
  'IN LAST': ([duration], field, of, scope) => ({ holds: recent(duration, field, of, scope) }),
  'NOT IN LAST': ([duration], field, of, scope) => ({
    holds: recent(duration, field, of, scope),
    negated: true,
  }),
};

/** The condition of a filter on periods or bins. */
function comparedPart(filter: Filter, field: QueryField, of: Expr, scope: QueryScope): Compared {
  const { unit, bins, comparison } = filter;
  if (unit) refuseUnitOfNoMoment(unit, field);
  if (bins && (unit || field.type !== 'number'))
    throw invalidQuery(`${named(field)} is no number, so it has no bins.`);
  const values = 'IN' in comparison ? comparison.IN : 'NOT IN' in comparison ? comparison['NOT IN'] : null;
  if (!values) {
    throw invalidQuery(
      `Of the ${unit ? `${unit}s` : 'bins'} of ${named(field)} only IN and NOT IN can be asked.`,
    );
  }
  refuseTooMany(values, field, bins !== undefined);
  const negated = 'NOT IN' in comparison;
  const given = values.filter(isGiven);
  const orMissing = given.length < values.length;
  const ways: Expr[] = [
    ...(given.length > 0 ? [inBuckets(given, filter, field, of, scope)] : []),
    ...(orMissing ? [{ node: 'oneOf', of, values: [], orMissing: true } as const] : []),
  ];
  return { holds: ways.length > 0 ? { node: 'any', of: ways } : null, negated, orMissing };
}

function compared(filter: Filter, field: QueryField, of: Expr, scope: QueryScope): Compared {
  if (filter.unit || filter.bins) return comparedPart(filter, field, of, scope);
  const { comparison } = filter;
  const operator = operatorOf(comparison);
  const rule = RULES[operator] as (
    values: unknown,
    field: QueryField,
    of: Expr,
    scope: QueryScope,
  ) => Compared;
  return rule(valuesOf(comparison), field, of, scope);
}

const not = (of: Expr): Expr => ({ node: 'not', of });

/** Rows that reach a match over the rest of the path. */
function reaching(
  path: readonly Relation[],
  from: string,
  field: QueryField,
  where: Expr | null,
  scope: QueryScope,
): Expr {
  const [relation, ...rest] = path;
  if (!relation) return where ?? { node: 'all', of: [] };
  const alias = rest.length === 0 ? 'r' : `r${rest.length}`;
  const kind = scope.catalogue.kind(relation.target) ?? field.kind;
  const inner = rest.length > 0 ? reaching(rest, alias, field, where, scope) : where;
  return { node: 'related', from, hop: hopOf(relation, scope), scan: scanOf(kind, alias), where: inner };
}

/** `reaching` over an edge that depends on a moment of the row, so rows are looked up with their joins. */
function reachingThen(field: QueryField, holds: (of: Expr) => Expr, scope: QueryScope): Expr {
  const scan = scanOf(scope.kind, 's');
  const within: QueryScope = { ...scope, base: scan };
  const joins = new Joins(within, { prefix: 's' });
  const where: Expr[] = [...windowExpr(within, joins), holds(joins.column(field))];
  const of: Expr = { node: 'column', alias: scope.base.alias, name: 'uuid', type: 'uuid' };
  return { node: 'among', of, scan, joins: joins.made, where: { node: 'all', of: where } };
}

/** True when a relation on the way depends on a moment of the row. */
const dependsOnRow = ({ path }: QueryField, scope: QueryScope) =>
  path.some((relation) => {
    const hop = hopOf(relation, scope);
    return hop.kind === 'edge' && hop.held?.at?.node === 'column';
  });
/** True when rows are looked up with their joins: for a moment of the row, or a property of the relation. */
const needsJoins = (field: QueryField, scope: QueryScope) => dependsOnRow(field, scope) || isOfEdge(field);

const present = (value: Expr): Expr => {
  const of = value.node === 'elapsed' ? value.of : value;
  return not({
    node: 'oneOf',
    of: { ...of, name: 'uuid', type: 'uuid' } as Expr,
    values: [],
    orMissing: true,
  });
};

/** Rows that reach a match of the filter; with a negated filter, rows that reach none. */
function overRelation(filter: Filter, field: QueryField, scope: QueryScope): Expr | null {
  const of = valueExpr(field, 'r', scope);
  const found = compared(filter, field, of, scope);
  if (!found.holds) return null;
  const { holds } = found;
  const again = (column: Expr) => compared(filter, field, column, scope).holds ?? holds;
  const missingToo = found.orMissing || ('orMissing' in holds && holds.orMissing);
  // One relative may lack what another has; each path is checked by itself, as in groups.
  if (missingToo && field.path.length > 1) {
    const either = reachingThen(field, again, scope);
    return found.negated ? not(either) : either;
  }
  const reached = (where: Expr | null): Expr =>
    needsJoins(field, scope)
      ? reachingThen(field, where ? again : present, scope)
      : reaching(field.path, scope.base.alias, field, where, scope);
  const all: Expr = missingToo ? { node: 'any', of: [reached(holds), not(reached(null))] } : reached(holds);
  return found.negated ? not(all) : all;
}

/** True when a row has several values of the field. */
const isOfSeveral = (field: QueryField): boolean => isMany(field) || field.type === 'string[]';

/** True when the query is about the field's relative itself, or reaches it over a joined one. */
const isMeantHere = (field: QueryField, joins: Joins): boolean =>
  (field.type === 'string[]' ? joins.hasElements(field) : joins.has(field.target)) ||
  isOnTheWay(field, joins);

/**
 * Rows of which one relative, or one list element, meets all conditions. A relative that the query joins
 * meets its conditions itself; the others are looked up beside it.
 */
function ofOne(members: readonly Condition[], scope: QueryScope, joins: Joins): Expr | null {
  const all = (of: Expr[]): Expr | null => (of.length > 0 ? { node: 'all', of } : null);
  const fieldsOf = (filters: readonly Filter[]) =>
    filters.map((each) => fieldOf(scope, each)).filter(isOfSeveral);
  const relatives = fieldsOf(members.flatMap((each) => (isGroup(each) ? [] : [each])));
  if (relatives.length === 0 || fieldsOf(leavesOf(members)).some((each) => isMeantHere(each, joins))) {
    for (const field of relatives) joins.single(field);
    return all(filterExprs(members, scope, joins));
  }
  const scan = scanOf(scope.kind, 's');
  const within: QueryScope = { ...scope, base: scan };
  const inner = new Joins(within, { prefix: 's' });
  for (const field of relatives) inner.single(field);
  const where = all(filterExprs(members, within, inner));
  const of: Expr = { node: 'column', alias: scope.base.alias, name: 'uuid', type: 'uuid' };
  return where && { node: 'among', of, scan, joins: inner.made, where };
}

/** True when a relation to many on the path is joined. Then the joined row is meant, not any of them. */
export function isOnTheWay({ path }: QueryField, joins: Joins): boolean {
  const first = path.findIndex(({ many }) => many);
  const names = path.map(({ name }) => name);
  return path.some((_, index) => index >= first && joins.has(names.slice(0, index + 1).join('.')));
}

/**
 * The condition of one filter; null when it states none. Over a relation to many, one match suffices. When
 * the query joins that relation, each joined row must match itself.
 */
export function filterExpr(filter: Condition, scope: QueryScope, joins: Joins): Expr | null {
  if (isGroup(filter)) {
    if ('one' in filter) return ofOne(filter.one, scope, joins);
    const members = filterExprs(membersOf(filter), scope, joins);
    return members.length > 0 ? { node: 'any' in filter ? 'any' : 'all', of: members } : null;
  }
  const field = fieldOf(scope, filter);
  if (isMany(field) && !isOnTheWay(field, joins)) return overRelation(filter, field, scope);
  const of = joins.hasElements(field) ? joins.single(field) : joins.column(field);
  const { holds, negated } = compared(filter, field, of, scope);
  return holds && (negated ? not(holds) : holds);
}

/** All conditions of a list of filters. */
export function filterExprs(filters: readonly Condition[], scope: QueryScope, joins: Joins): Expr[] {
  return filters.map((filter) => filterExpr(filter, scope, joins)).filter((expr) => expr !== null);
}

/** True when a moment is within a window, end exclusive. */
export function spanExpr(of: Expr, { start, end }: Window): Expr {
  const edge = (at: number | null, inclusive: boolean): Edge | null =>
    at === null ? null : { bound: { type: 'datetime', value: at }, inclusive };
  return { node: 'between', of, from: edge(start, true), to: edge(end, false) };
}

/** The condition that the kind's time attribute lies in the window, or in the compared one. */
export function windowExpr(scope: QueryScope, joins: Joins): Expr[] {
  const { start, end } = scope.window;
  if (start === null && end === null) return [];
  const field = fieldOf(scope, { target: scope.kind.name, attribute: scope.kind.timeAttribute });
  const of = joins.column(field);
  const current = spanExpr(of, { start, end });
  const { compared: earlier } = scope;
  if (!earlier || start === null || end === null) return [current];
  // The gap between the windows is excluded, and storage can skip everything outside of both.
  const both = spanExpr(of, { start: Math.min(start, earlier.start), end: Math.max(end, earlier.end) });
  return earlier.end >= start ? [both] : [both, { node: 'any', of: [current, spanExpr(of, earlier)] }];
}
