import { reducersFor, type AttributeType } from '@cairn/entities';
import { NULL_MARKER, type Filter, type Measure, type Query } from './schema.ts';

/** What the rules need to know of a field: the type, or undefined when the catalogue does not have it. */
export type TypeOf = (field: { target: string; attribute: string }) => AttributeType | undefined;

const NUMERIC_RESULT = new Set(['count', 'countDistinct', 'sum', 'avg', 'median', 'p75', 'p90', 'p95']);

/** A filter counts once it has values; a range once it is not missing on both ends (X§5). */
export function isFilterComplete({ comparison }: Filter): boolean {
  if ('WITHIN' in comparison) return comparison.WITHIN.some((end) => !isMissing(end));
  const values = 'IN' in comparison ? comparison.IN : comparison['NOT IN'];
  return values.length > 0;
}

/** BETWEEN is offered for what has an order; IN and NOT IN for everything (X§5). */
export function operatorsFor(type: AttributeType): readonly ('IN' | 'NOT IN' | 'WITHIN')[] {
  const ranged = type === 'number' || type === 'datetime' || type === 'date';
  return ranged ? ['IN', 'NOT IN', 'WITHIN'] : ['IN', 'NOT IN'];
}

/** A measure counts once its reducer means something for its attribute (X§5). */
export function isMeasureComplete(measure: Measure, typeOf: TypeOf): boolean {
  const type = typeOf(measure);
  return type !== undefined && reducersFor(type).includes(measure.reducer);
}

/** Whether the query can be set against an earlier period: dates, a group, and numbers to compare (X§5). */
export function isComparable(query: Query, typeOf: TypeOf): boolean {
  const dated =
    query.duration !== undefined || (query.startDate !== undefined && query.endDate !== undefined);
  return dated && query.groupBys.length > 0 && query.aggregations.every((each) => isNumeric(each, typeOf));
}

function isNumeric(measure: Measure, typeOf: TypeOf): boolean {
  return NUMERIC_RESULT.has(measure.reducer) || typeOf(measure) === 'number';
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === NULL_MARKER;
}

/** A custom range counts once both days are there, in order, and not in the future (X§5). */
export function isRangeComplete(start: string | null, end: string | null, today: string): boolean {
  return Boolean(start && end && start <= end && end <= today);
}
