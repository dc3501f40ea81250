import { CATALOGUE } from '@cairn/entities';
import { editQuery } from './edits.ts';
import { fieldKey, isGroup, leavesOf } from './schema.ts';
import type { Condition, Filter, GroupBy, Measure, Query } from './schema.ts';
import { localDay } from './spans.ts';
import { zoneTable } from './zone.ts';

/** The value of a group in an answer. */
export type GroupValue = string | number | boolean | null;

/** A group of an answer, and the chosen value. */
export interface Chosen {
  readonly group: GroupBy;
  readonly value: GroupValue;
  /** Instead of the value: all values except these, for what a chart sums up beyond its limit. */
  readonly except?: readonly GroupValue[] | undefined;
  /** The bin width in the answer's column, for bins that only state a count. */
  readonly binWidth?: number | undefined;
}

const OF_DAYS = new Set<GroupBy['unit']>(['day', 'week', 'month', 'quarter', 'year']);

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Writes periods of days as a day, which reads the same for everyone in the time zone. */
function written(value: GroupValue, { unit }: GroupBy, timezone: string): GroupValue {
  const at = typeof value === 'string' && OF_DAYS.has(unit) ? Date.parse(value) : Number.NaN;
  const day = Number.isNaN(at) ? '' : localDay(at, zoneTable(timezone));
  // The last evening of 9999 falls in a year of five digits in some zones.
  return DAY.test(day) ? day : value;
}

/** The filter that keeps one group, or excludes the groups of `except`. */
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
 * The paths over relations to many that a group by this field shares. A filter on such a path applies to the
 * group's own relative. List elements count as relatives too. An org's own attribute counts as a list,
 * because for a single value both meanings agree.
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

/**
 * The kind that a query is about: its selection, else what it measures, groups or filters. A field without
 * any of these belongs to Event.
 */
export function selectedName(query: Query, isKind: (name: string) => boolean): string {
  const named = [...query.aggregations, ...query.groupBys, ...leavesOf(query.filters)].map(
    ({ target }) => target.split('.')[0] ?? '',
  );
  return query.select[0] ?? named.find(isKind) ?? named[0] ?? 'Event';
}

const kindOf = (query: Query): string => selectedName(query, (name) => CATALOGUE.kind(name) !== undefined);

/** Merges conditions that must hold for the groups' own relatives with those of the groups. */
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

/** True when a condition is about relatives on one of the paths. */
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
 * Confines a query to these groups, and to the conditions of a measure. The query's IN filters on the same
 * fields are replaced, since the groups' values already passed them. A measure's own filters stay, since they
 * may pass other values.
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

/** Turns a group's value into an IN filter and removes the group (X§4); the measures stay the same. */
export function filterOnGroup(query: Query, chosen: Chosen): Query {
  const groupBys = query.groupBys.filter((each) => !isSame(each, chosen.group));
  const narrowed = editQuery(confined(query, [chosen]), { type: 'setGroupBys', groupBys });
  const kind = kindOf(query);
  const filter = filterFor(chosen, query.timezone ?? 'UTC');
  const ways = [new Set(sharedWays(kind, filter))];
  // Filters of a measure on the same relative keep applying to that relative.
  const aggregations = narrowed.aggregations.map((each): Measure => {
    const { filters: own = [] } = each;
    const isConcerned = own.some((condition) => touches(condition, kind, ways));
    return isConcerned ? { ...each, filters: [{ one: [filter, { all: own }] }] } : each;
  });
  return { ...narrowed, aggregations };
}

/** The same query without one of its groups; the groups stay. */
export function excludeGroup(query: Query, chosen: Chosen): Query {
  const selected = { ...query, select: [kindOf(query)] };
  const { comparison, ...field } = filterFor(chosen, query.timezone ?? 'UTC');
  const left: Filter = {
    ...field,
    comparison: 'IN' in comparison ? { 'NOT IN': comparison.IN } : { IN: chosen.except?.slice() ?? [] },
  };
  return editQuery(selected, { type: 'setFilters', filters: joined(selected, [left]) });
}

/** The rows that one cell counts: the filters of its groups and measure, without groups. */
export function rowsBehind(query: Query, chosen: readonly Chosen[], measure?: Measure): Query {
  const rows = editQuery(confined(query, chosen, measure?.filters), { type: 'setGroupBys', groupBys: [] });
  return {
    ...editQuery(rows, { type: 'setAggregations', aggregations: [] }),
    order: [],
    formulas: [],
    having: [],
  };
}
