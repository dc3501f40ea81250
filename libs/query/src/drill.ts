import { CATALOGUE } from '@cairn/entities';
import { editQuery } from './edits.ts';
import { fieldKey, isGroup, leavesOf } from './schema.ts';
import type { Condition, Filter, GroupBy, Measure, Query } from './schema.ts';
import { localDay } from './spans.ts';
import { zoneTable } from './zone.ts';

/** A value that a group has in an answer. */
export type GroupValue = string | number | boolean | null;

/** One group of an answer with the value that was chosen. */
export interface Chosen {
  readonly group: GroupBy;
  readonly value: GroupValue;
  /** In the place of the value: all but these, for what is summed beyond the limit of a chart. */
  readonly except?: readonly GroupValue[] | undefined;
  /** The width that the answer's column names, for bins that only said how many they were to be. */
  readonly binWidth?: number | undefined;
}

const OF_DAYS = new Set<GroupBy['unit']>(['day', 'week', 'month', 'quarter', 'year']);

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Periods of days are told by a day, which reads the same for whoever lives by the same clock. */
function written(value: GroupValue, { unit }: GroupBy, timezone: string): GroupValue {
  const at = typeof value === 'string' && OF_DAYS.has(unit) ? Date.parse(value) : Number.NaN;
  const day = Number.isNaN(at) ? '' : localDay(at, zoneTable(timezone));
  // The last evening of the year 9999 is of a year that no day is written with.
  return DAY.test(day) ? day : value;
}

/** The filter that keeps what is in one group, or in none of those that are excepted. */
function filterFor({ group, value, except, binWidth }: Chosen, timezone: string): Filter {
  const { target, attribute, unit, bins } = group;
  const width = binWidth ?? (bins && 'width' in bins ? bins.width : undefined);
  return {
    target,
    attribute,
    key: fieldKey(group),
    ...(unit ? { unit } : {}),
    ...(bins && width !== undefined ? { bins: { width } } : {}),
    comparison: except
      ? { 'NOT IN': except.map((each) => written(each, group, timezone)) }
      : { IN: [written(value, group, timezone)] },
  };
}

/**
 * The ways over relatives of which a row may have several, as far as a group by this field goes them: what is
 * filtered there is filtered of the group's own relative. A list's elements are such relatives too, and an attribute
 * that only this org has may be a list; of a single value all conditions mean the same either way.
 */
function sharedWays(kind: string, field: { target: string; attribute: string }): string[] {
  const names = field.target.split('.');
  const prefixes = names.map((_, index) => names.slice(0, index + 1).join('.'));
  const ways = prefixes.filter((prefix) => {
    const path = CATALOGUE.path(kind, prefix);
    return path ? path.some(({ many }) => many) : prefix !== kind;
  });
  const attribute = CATALOGUE.attributeAt(kind, field.target, field.attribute);
  const mayBeList = attribute === undefined || attribute.type === 'string[]';
  return mayBeList ? [...ways, fieldKey(field)] : ways;
}

/** Without a selection it is what is measured, grouped or filtered; a field without any of these is of an Event. */
export function selectedName(query: Query, isKind: (name: string) => boolean): string {
  const named = [...query.aggregations, ...query.groupBys, ...leavesOf(query.filters)].map(
    ({ target }) => target.split('.')[0] ?? '',
  );
  return query.select[0] ?? named.find(isKind) ?? named[0] ?? 'Event';
}

const kindOf = (query: Query): string => selectedName(query, (name) => CATALOGUE.kind(name) !== undefined);

/** Conditions that must hold of the same relatives as those of the groups, put together with them. */
function joined(query: Query, filters: readonly Filter[]): Condition[] {
  const kind = kindOf(query);
  const ways = filters.map((filter) => new Set(sharedWays(kind, filter)));
  const isShared = (way: string, but: number) => ways.some((each, at) => at !== but && each.has(way));
  const concerned = query.filters.filter((each) => touches(each, kind, ways));
  const others = query.filters.filter((each) => !concerned.includes(each));
  const isAlone = (index: number) =>
    [...(ways[index] ?? [])].every((way) => concerned.length === 0 && !isShared(way, index));
  const alone = filters.filter((_, index) => isAlone(index));
  const together = filters.filter((each) => !alone.includes(each));
  if (together.length === 0) return [...others, ...alone];
  const rest: Condition[] = concerned.length > 0 ? [{ all: concerned }] : [];
  return [...others, ...alone, { one: [...together, ...rest] }];
}

/** Whether a condition is about relatives that lie on one of the ways. */
const touches = (condition: Condition, kind: string, ways: readonly ReadonlySet<string>[]): boolean =>
  leavesOf([condition]).some((leaf) =>
    sharedWays(kind, leaf).some((way) => ways.some((each) => each.has(way))),
  );

const sameIn = (left: Condition, right: Filter): boolean =>
  !isGroup(left) &&
  fieldKey(left) === fieldKey(right) &&
  left.unit === right.unit &&
  left.bins?.width === right.bins?.width &&
  'IN' in left.comparison &&
  'IN' in right.comparison;

/**
 * The query confined to what is in these groups, and to what a measure of it counts. Its own IN filters on the same
 * fields give way to those of the groups, whose values they let through; a measure's do not, which let through others.
 */
function confined(asked: Query, chosen: readonly Chosen[], counted: readonly Condition[] = []): Query {
  const query = { ...asked, select: [kindOf(asked)] };
  const filters = chosen.map((each) => filterFor(each, query.timezone ?? 'UTC'));
  const kept = query.filters.filter(
    (each) => !filters.some((filter) => sameIn(each, filter) && !isOfMany(query, filter)),
  );
  return editQuery(query, {
    type: 'setFilters',
    filters: joined({ ...query, filters: [...kept, ...counted] }, filters),
  });
}

const isOfMany = (query: Query, filter: Filter): boolean => sharedWays(kindOf(query), filter).length > 0;

const isSame = (left: GroupBy, right: GroupBy): boolean =>
  fieldKey(left) === fieldKey(right) && left.unit === right.unit;

/** A group's value becomes an IN filter and the group is removed (X§4); what is measured stays the same. */
export function filterOnGroup(query: Query, chosen: Chosen): Query {
  const groupBys = query.groupBys.filter((each) => !isSame(each, chosen.group));
  const narrowed = editQuery(confined(query, [chosen]), { type: 'setGroupBys', groupBys });
  const kind = kindOf(query);
  const filter = filterFor(chosen, query.timezone ?? 'UTC');
  const ways = [new Set(sharedWays(kind, filter))];
  // What a measure asks of the same relative goes on being asked of it.
  const aggregations = narrowed.aggregations.map((each): Measure => {
    const { filters: own = [] } = each;
    const isConcerned = own.some((condition) => touches(condition, kind, ways));
    return isConcerned ? { ...each, filters: [{ one: [filter, { all: own }] }] } : each;
  });
  return { ...narrowed, aggregations };
}

/** The rows that one cell counted: its groups become filters, so do those of the measure, and nothing is grouped. */
export function rowsBehind(query: Query, chosen: readonly Chosen[], measure?: Measure): Query {
  const rows = editQuery(confined(query, chosen, measure?.filters), { type: 'setGroupBys', groupBys: [] });
  return {
    ...editQuery(rows, { type: 'setAggregations', aggregations: [] }),
    order: [],
    formulas: [],
    having: [],
  };
}
