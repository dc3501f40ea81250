import { reducersFor, type AttributeType } from '@cairn/entities';
import { NULL_MARKER, isGroup, membersOf } from './schema.ts';
import type { Comparison, Condition, Measure, Query } from './schema.ts';

type OperatorOf<C> = C extends unknown ? keyof C : never;
/** The operators of a filter. */
export type Operator = OperatorOf<Comparison>;

/** Returns the type of a field; undefined when the catalogue lacks it. */
export type TypeOf = (field: { target: string; attribute: string }) => AttributeType | undefined;

const NUMERIC_RESULT = new Set([
  'count',
  'countDistinct',
  'sum',
  'avg',
  'p25',
  'median',
  'p75',
  'p90',
  'p95',
]);

/** The name of a comparison's operator. */
export function operatorOf(comparison: Comparison): Operator {
  return (Object.keys(comparison) as Operator[])[0] ?? 'IN';
}

/** The values of a comparison, whatever its operator. */
export function valuesOf(comparison: Comparison): readonly (string | number | boolean | null)[] {
  return (Object.values(comparison) as (string | number | boolean | null)[][])[0] ?? [];
}

/**
 * A filter is complete when it has values, a range when it has an end, and an emptiness test at once (X§5). A
 * group is complete when all its members are.
 */
export function isFilterComplete(condition: Condition): boolean {
  if (isGroup(condition)) {
    const members = membersOf(condition);
    return members.length > 0 && members.every(isFilterComplete);
  }
  const { comparison } = condition;
  if ('WITHIN' in comparison) return comparison.WITHIN.some((end) => !isMissing(end));
  return 'IS EMPTY' in comparison || 'IS NOT EMPTY' in comparison || valuesOf(comparison).length > 0;
}

const ALWAYS = ['IN', 'NOT IN'] as const;
const EMPTINESS = ['IS EMPTY', 'IS NOT EMPTY'] as const;
const PROSE = ['CONTAINS', 'NOT CONTAINS', 'STARTS WITH'] as const;
const RELATIVE = ['IN LAST', 'NOT IN LAST'] as const;
const OPERATORS: Record<AttributeType, readonly Operator[]> = {
  string: [...ALWAYS, ...PROSE, ...EMPTINESS],
  'string[]': [...ALWAYS, ...PROSE, ...EMPTINESS],
  number: [...ALWAYS, 'WITHIN', ...EMPTINESS],
  datetime: [...ALWAYS, 'WITHIN', ...RELATIVE, ...EMPTINESS],
  date: [...ALWAYS, 'WITHIN', ...RELATIVE, ...EMPTINESS],
  boolean: [...ALWAYS, ...EMPTINESS],
  json: EMPTINESS,
};

/** The operators that apply to an attribute: BETWEEN to ordered types, parts to text (X§5). */
export function operatorsFor(type: AttributeType): readonly Operator[] {
  return OPERATORS[type];
}

/** A measure is complete when its reducer applies to its attribute (X§5). */
export function isMeasureComplete(measure: Measure, typeOf: TypeOf): boolean {
  const type = typeOf(measure);
  return type !== undefined && reducersFor(type).includes(measure.reducer);
}

/** Whether the query can be set against an earlier period: dates, and groups or one figure of numbers (X§5, ruling 14). */
export function isComparable(query: Query, typeOf: TypeOf): boolean {
  const dated =
    query.duration !== undefined || (query.startDate !== undefined && query.endDate !== undefined);
  const isMeasured = query.groupBys.length > 0 || query.aggregations.length > 0;
  return dated && isMeasured && query.aggregations.every((each) => isNumeric(each, typeOf));
}

function isNumeric(measure: Measure, typeOf: TypeOf): boolean {
  return NUMERIC_RESULT.has(measure.reducer) || typeOf(measure) === 'number';
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === NULL_MARKER;
}

/** A custom range is complete when both days are set, in order, and not in the future (X§5). */
export function isRangeComplete(start: string | null, end: string | null, today: string): boolean {
  return Boolean(start && end && start <= end && end <= today);
}
