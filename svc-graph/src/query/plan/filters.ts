import type { Filter } from '@cairn/query';
import type { Bound, Edge, Expr } from './plan.ts';
import { invalidQuery } from './refusals.ts';
import { fieldOf, hopOf, isMany, scanOf } from './scope.ts';
import type { Field, Joins, Scope } from './scope.ts';
import { boundOf, isDayOnly, isMissing } from './values.ts';
import type { Written } from './values.ts';

const RANGED = new Set(['number', 'datetime', 'date']);

interface Listed {
  readonly values: readonly Bound[];
  readonly orMissing: boolean;
}

function listed(values: readonly Written[], field: Field, scope: Scope): Listed {
  const name = `${field.target}.${field.attribute.name}`;
  const given = values.filter((value) => value !== null && !isMissing(value)) as Exclude<Written, null>[];
  return {
    values: given.map((value) => boundOf(value, field.type, name, scope.calendar)),
    orMissing: values.some(isMissing),
  };
}

function edgeOf(value: Written, field: Field, scope: Scope, side: 'start' | 'end'): Edge | null {
  if (value === null || isMissing(value)) return null;
  const name = `${field.target}.${field.attribute.name}`;
  const bound = boundOf(value, field.type, name, scope.calendar, side);
  const wholeDay = side === 'end' && field.type === 'datetime' && isDayOnly(value);
  return { bound, inclusive: !wholeDay };
}

function within(range: readonly [Written, Written], field: Field, of: Expr, scope: Scope): Expr | null {
  if (!RANGED.has(field.type)) {
    throw invalidQuery(
      `${field.target}.${field.attribute.name} has no order, so WITHIN cannot be used; use IN or NOT IN.`,
    );
  }
  const from = edgeOf(range[0], field, scope, 'start');
  const to = edgeOf(range[1], field, scope, 'end');
  return from || to ? { node: 'between', of, from, to } : null;
}

/** Whether values meet a comparison, each for itself; null when the comparison says nothing (X§5). */
function compared(
  comparison: Filter['comparison'],
  field: Field,
  of: Expr,
  scope: Scope,
): { readonly holds: Expr; readonly negated: boolean } | null {
  if ('WITHIN' in comparison) {
    const holds = within(comparison.WITHIN, field, of, scope);
    return holds && { holds, negated: false };
  }
  const negated = 'NOT IN' in comparison;
  const written = 'IN' in comparison ? comparison.IN : comparison['NOT IN'];
  if (written.length === 0) return null;
  const node = of.node === 'column' && field.type === 'string[]' ? 'overlaps' : 'oneOf';
  return { holds: { node, of, ...listed(written, field, scope) }, negated };
}

const not = (of: Expr): Expr => ({ node: 'not', of });

/** Rows that reach something for which the filter holds; NOT IN are the rows that reach no such thing. */
function overRelation(filter: Filter, field: Field, scope: Scope): Expr | null {
  const relation = field.relation;
  if (!relation) return null;
  const scan = scanOf(field.kind, 'r');
  const of: Expr = { node: 'column', alias: 'r', name: field.attribute.name, type: field.type };
  const found = compared(filter.comparison, field, of, scope);
  if (!found) return null;
  const related = (where: Expr | null): Expr => ({
    node: 'related',
    from: scope.base.alias,
    hop: hopOf(relation),
    scan,
    where,
  });
  const missingToo = 'orMissing' in found.holds && found.holds.orMissing;
  const holds: Expr = missingToo
    ? { node: 'any', of: [related(found.holds), not(related(null))] }
    : related(found.holds);
  return found.negated ? not(holds) : holds;
}

/**
 * The condition of one filter, or null when it says nothing. Over a relation to many, rows count that reach a
 * match, unless the query is about those relatives themselves (they are joined): then each of them must match.
 */
export function filterExpr(filter: Filter, scope: Scope, joins: Joins): Expr | null {
  const field = fieldOf(scope, filter);
  if (isMany(field) && !joins.has(field.target)) return overRelation(filter, field, scope);
  const of = joins.hasElements(field) ? joins.single(field) : joins.column(field);
  const found = compared(filter.comparison, field, of, scope);
  return found && (found.negated ? not(found.holds) : found.holds);
}

/** All conditions of a list of filters. */
export function filterExprs(filters: readonly Filter[], scope: Scope, joins: Joins): Expr[] {
  return filters.map((filter) => filterExpr(filter, scope, joins)).filter((expr) => expr !== null);
}

/** The moments of the window, on the attribute that the kind's date range speaks about. */
export function windowExpr(scope: Scope, joins: Joins): Expr[] {
  const { start, end } = scope.window;
  if (start === null && end === null) return [];
  const field = fieldOf(scope, { target: scope.kind.name, attribute: scope.kind.timeAttribute });
  const edge = (at: number | null, inclusive: boolean): Edge | null =>
    at === null ? null : { bound: { type: 'datetime', value: at }, inclusive };
  return [{ node: 'between', of: joins.column(field), from: edge(start, true), to: edge(end, false) }];
}
