import type { Column } from '@cairn/contracts';
import { groupKey, isClockPart, leavesOf, measureKeys, narrowZone } from '@cairn/query';
import type { Condition, DateUnit, Formula, GroupBy, Having, Measure } from '@cairn/query';
import { reducersFor } from '@cairn/entities';
import { groupColumn, measureColumn, overlapOf } from './columns.ts';
import { planFormulas, planHaving, withSort } from './formulas.ts';
import type { AnswerColumn } from './formulas.ts';
import { filterExprs, isOnTheWay, spanExpr, windowExpr } from './filters.ts';
import { namedFirst } from './plan.ts';
import type { Aggregate, Expr, Finish, Grain, Group, GroupsPlan, OrderBy, Projection } from './plan.ts';
import { invalidQuery, unknownName } from './refusals.ts';
import { MARGIN, bucketExpr, refuseUnitOfNoMoment, zoneFor } from './buckets.ts';
import { BASE, Joins, fieldOf, isMainMoment, isMany, isOfEdge, tellsCopies } from './scope.ts';
import type { QueryField, QueryScope } from './scope.ts';
import { searchExpr } from './search.ts';

/** The parts of a query that a plan of groups is made from. */
export interface GroupsRequest {
  readonly filters: readonly Condition[];
  readonly search: string;
  readonly groupBys: readonly GroupBy[];
  readonly aggregations: readonly Measure[];
  readonly order: readonly { readonly by: string; readonly direction: 'ascending' | 'descending' }[];
  readonly limit: number;
  readonly offset: number;
  readonly formulas?: readonly Formula[];
  readonly having?: readonly Having[];
  /** A column key, with a minus for descending; it comes after the order. */
  readonly sort?: string | undefined;
  /** Keeps values of the first group that contain this text. */
  readonly contains?: string;
  /** The widths of bins for groups that only state how many bins they want, by group key. */
  readonly widths?: ReadonlyMap<string, number> | undefined;
}

interface NamedGroup {
  readonly group: GroupBy;
  readonly field: QueryField;
  readonly name: string;
  /** The width of its bins. */
  readonly width: number | undefined;
}

interface NamedMeasure {
  readonly measure: Measure;
  readonly field: QueryField;
  readonly name: string;
  readonly key: string;
}

const SHORT = new Set<DateUnit>(['minute', 'hour']);
/** Reducers that need the moment of each value. */
export const NEEDS_MOMENT: ReadonlySet<string> = new Set(['first', 'last']);

function widthOf(group: GroupBy, widths: GroupsRequest['widths']): number | undefined {
  if (!group.bins) return undefined;
  return 'width' in group.bins ? group.bins.width : (widths?.get(groupKey(group)) ?? 1);
}

function namedGroups(question: GroupsRequest, scope: QueryScope): NamedGroup[] {
  const byKey = new Map(question.groupBys.map((group) => [groupKey(group), group]));
  return [...byKey.values()].map((group, index) => {
    const field = fieldOf(scope, group);
    if (group.unit) refuseUnitOfNoMoment(group.unit, field);
    if (group.bins && (group.unit || field.type !== 'number')) {
      throw invalidQuery(`${group.target}.${group.attribute} is no number, so it has no bins.`);
    }
    return { group, field, name: `g${index}`, width: widthOf(group, question.widths) };
  });
}

/** The measures with their keys; a repeated key gets a number. */
function namedMeasures(question: GroupsRequest, scope: QueryScope): NamedMeasure[] {
  const asked: readonly Measure[] =
    question.aggregations.length > 0
      ? question.aggregations
      : [{ target: scope.kind.name, attribute: 'uuid', reducer: 'count' }];
  const keys = measureKeys(asked);
  return asked.map((measure, index) => {
    const field = fieldOf(scope, measure);
    const valid = reducersFor(field.attribute.type);
    if (!valid.includes(measure.reducer)) {
      throw invalidQuery(
        `${measure.reducer} means nothing for ${measure.target}.${measure.attribute} (${field.attribute.type}); it takes ${valid.join(', ')}.`,
        { valid },
      );
    }
    return { measure, field, name: `m${index}`, key: keys[index] as string };
  });
}

/** True when a field is reached over the same relative, or over a link from it. */
const isOfSame = ({ path }: QueryField, of: QueryField): boolean =>
  of.path.every((relation, index) => relation === path[index]) &&
  path.slice(of.path.length).every(({ many }) => !many);

/** True when this measure's filter can split one base row into several; such a measure needs its own grain. */
function splitsRows(
  { measure, field }: NamedMeasure,
  groups: readonly NamedGroup[],
  scope: QueryScope,
): boolean {
  if (!measure.filters) return false;
  const joins = new Joins(scope);
  for (const each of [...groups.map((group) => group.field), field]) joins.alias(each);
  return leavesOf(measure.filters)
    .map((filter) => fieldOf(scope, filter))
    .some((each) => isMany(each) && isOnTheWay(each, joins) && !(isMany(field) && isOfSame(each, field)));
}

const OF_BASE = '||';

/**
 * The key of a measure's grain. Measures of one grain count the same things: base rows, rows of one relation,
 * or elements of one list.
 */
function grainOf(named: NamedMeasure, groups: readonly NamedGroup[], scope: QueryScope): string {
  const { measure, field } = named;
  const list = field.type === 'string[]' && measure.reducer === 'countDistinct';
  const apart = splitsRows(named, groups, scope) ? JSON.stringify(measure.filters) : '';
  return `${isMany(field) ? field.target : ''}|${list ? `${field.target}.${field.attribute.name}` : ''}|${apart}`;
}

/** The conditions of both periods of a comparison. */
function periodsOf(scope: QueryScope, joins: Joins): { now: Expr; before: Expr } | null {
  const { window, compared } = scope;
  if (!compared) return null;
  const of = momentExpr(scope, joins);
  const now = spanExpr(of, window);
  // Only rows of the two windows are read, so separate windows are complements.
  const areApart = window.start !== null && compared.end <= window.start;
  return { now, before: areApart ? { node: 'not', of: now } : spanExpr(of, compared) };
}

/** Shifts moments of the compared window into the current one. */
function aligned(of: Expr, { group, field }: NamedGroup, scope: QueryScope, joins: Joins): Expr {
  const { compared, window, calendar } = scope;
  const periods = periodsOf(scope, joins);
  const isPeriod = group.unit && !isClockPart(group.unit);
  if (!periods || !compared || !isPeriod || !isMainMoment(field, scope)) return of;
  const [start, end] = [window.start ?? 0, window.end ?? 0];
  if (compared.end > start) {
    throw invalidQuery(
      'The two periods overlap, so they cannot be set beside each other over time. Go further back.',
    );
  }
  const zones = {
    from: narrowZone(calendar.zone, compared.start - MARGIN, compared.end + MARGIN),
    to: narrowZone(calendar.zone, start - MARGIN, end),
  };
  return { node: 'shifted', of, unless: periods.now, by: compared.by, zones, into: { start, end } };
}

function finishOf({ group, field }: NamedGroup, scope: QueryScope): Finish {
  if (group.unit === 'dayOfWeek') return { kind: 'weekday', firstDay: scope.calendar.firstDay };
  if (!group.unit || isClockPart(group.unit) || SHORT.has(group.unit)) return { kind: 'plain' };
  // A bucket may start before the extent.
  return { kind: 'localInstant', zone: zoneFor(field, scope, MARGIN) };
}

function inputExpr({ measure, field }: NamedMeasure, joins: Joins): Expr {
  const list = field.type === 'string[]' && measure.reducer === 'countDistinct';
  return list ? joins.single(field) : joins.column(field);
}

function momentExpr(scope: QueryScope, joins: Joins): Expr {
  return joins.column(fieldOf(scope, { target: scope.kind.name, attribute: scope.kind.timeAttribute }));
}

function conditionsOf(
  question: GroupsRequest,
  scope: QueryScope,
  joins: Joins,
  first: Expr | undefined,
): Expr[] {
  const narrowed: Expr[] =
    question.contains && first
      ? [{ node: 'textMatch', of: first, text: question.contains, how: 'contains', list: false }]
      : [];
  return [
    ...windowExpr(scope, joins),
    ...filterExprs(question.filters, scope, joins),
    ...searchExpr(question.search, scope),
    ...narrowed,
  ];
}

/** The name of a measure in the compared period. */
export const beforeOf = (name: string): string => `${name}b`;

/** Splits a measure in two: one of the current window, one of the compared window. */
function bothPeriods(aggregate: Aggregate): Aggregate[] {
  const { name, filters, column } = aggregate;
  const { key, label } = column;
  return [
    { ...aggregate, filters: [...filters, 'now'], column: { ...column, period: 'current' } },
    {
      ...aggregate,
      name: beforeOf(name),
      filters: [...filters, 'before'],
      column: { ...column, key: `comparison(${key})`, label: `${label}, compared`, period: 'comparison' },
    },
  ];
}

function refuseIncomparable(
  question: GroupsRequest,
  measures: readonly NamedMeasure[],
  scope: QueryScope,
): void {
  if (!scope.compared) return;
  const odd = measures.find(({ measure, field }) => measureColumn(measure, field, scope).type !== 'number');
  if (odd) throw invalidQuery(`${odd.key} is no number, so it cannot be compared with an earlier period.`);
}

/** Names the inputs of measures, equal ones once, so that distinct rows stay narrow. */
function inputsOnce(identity: readonly Projection[], inputs: Projection[]) {
  const names = new Map(identity.map(({ name, expr }) => [JSON.stringify(expr), name]));
  return (name: string, expr: Expr): string => {
    const text = JSON.stringify(expr);
    const known = names.get(text);
    if (known !== undefined) return known;
    names.set(text, name);
    inputs.push({ name, expr });
    return name;
  };
}

function withOverlap(
  { measure, field }: NamedMeasure,
  groups: readonly NamedGroup[],
  scope: QueryScope,
): Pick<Column, 'overlap'> {
  const fields = groups.map((group) => group.field);
  const overlap = overlapOf(measure, field, fields, scope);
  return overlap === undefined ? {} : { overlap };
}

/** True when measures of edges count a change of several copies once: unless the question is about single copies. */
function countsAtHome(
  { filters }: GroupsRequest,
  scope: QueryScope,
  groups: readonly NamedGroup[],
  measures: readonly NamedMeasure[],
): boolean {
  if (!measures.some(({ field }) => isOfEdge(field))) return false;
  const conditions = leavesOf([...filters, ...measures.flatMap(({ measure }) => measure.filters ?? [])]);
  const fields = [...groups.map(({ field }) => field), ...conditions.map((each) => fieldOf(scope, each))];
  return !fields.some((field) => tellsCopies(field, scope));
}

function buildGrain(
  question: GroupsRequest,
  scope: QueryScope,
  groups: readonly NamedGroup[],
  measures: readonly NamedMeasure[],
): Grain {
  const joins = new Joins(scope, { atHome: countsAtHome(question, scope, groups, measures) });
  const grouped = groups.map((group): Projection => {
    return {
      name: group.name,
      expr: bucketExpr(aligned(joins.single(group.field), group, scope, joins), group.field, scope, {
        unit: group.group.unit,
        width: group.width,
      }),
    };
  });
  const many = measures[0] && isMany(measures[0].field) ? measures[0].field : null;
  const uuid = (alias: string): Expr => ({ node: 'column', alias, name: 'uuid', type: 'uuid' });
  const identity: Projection[] = [
    { name: 'id', expr: uuid(BASE) },
    ...(many ? [{ name: 'manyId', expr: uuid(joins.alias(many)) }] : []),
  ];
  const inputs: Projection[] = [];
  const inputOf = inputsOnce(identity, inputs);
  const aggregates: Aggregate[] = [];
  const periods = periodsOf(scope, joins);
  const withMoment = measures.some(({ measure }) => NEEDS_MOMENT.has(measure.reducer));
  for (const named of measures) {
    const { measure, field, name, key } = named;
    const input = inputOf(`${name}i`, inputExpr(named, joins));
    const conditions = filterExprs(measure.filters ?? [], scope, joins);
    if (conditions.length > 0) inputs.push({ name: `${name}f`, expr: { node: 'all', of: conditions } });
    const aggregate: Aggregate = {
      name,
      reducer: measure.reducer,
      input,
      filters: conditions.length > 0 ? [`${name}f`] : [],
      ...(NEEDS_MOMENT.has(measure.reducer)
        ? { moment: 'moment', ties: identity.map((each) => each.name) }
        : { moment: null }),
      column: {
        ...measureColumn(measure, field, scope, key),
        ...withOverlap(named, groups, scope),
      },
    };
    aggregates.push(...(periods ? bothPeriods(aggregate) : [aggregate]));
  }
  if (periods) inputs.push({ name: 'now', expr: periods.now }, { name: 'before', expr: periods.before });
  if (withMoment) inputs.push({ name: 'moment', expr: momentExpr(scope, joins) });
  return {
    base: scope.base,
    where: conditionsOf(question, scope, joins, grouped[0]?.expr),
    identity,
    distinct: joins.fansOut,
    joins: joins.made,
    groups: grouped,
    inputs,
    aggregates,
  };
}

function orderOf(
  question: GroupsRequest,
  groups: readonly Group[],
  columns: readonly AnswerColumn[],
): OrderBy[] {
  const names = new Map(columns.map(({ column, name }) => [column.key, name] as const));
  const ranksOf = (name: string) => {
    const ranks = groups.find((group) => group.name === name)?.ranks;
    return ranks ? { ranks } : {};
  };
  const asked = withSort(question.order, question.sort).map(({ by, direction }) => {
    const name = names.get(by);
    if (!name) throw unknownName('The order key', by, names.keys());
    return { name, descending: direction === 'descending', ...ranksOf(name) };
  });
  const isTimeFirst = groups[0]?.column.dateUnit !== undefined;
  const usual = asked.length > 0 || isTimeFirst ? [] : [{ name: 'm0', descending: true }];
  const ties = groups.map(({ name }) => ({ name, descending: false, ...ranksOf(name) }));
  const seen = new Set<string>();
  const order = [...asked, ...usual, ...ties].filter(({ name }) => !seen.has(name) && seen.add(name));
  const isRanking = groups.every(({ name }) => name !== order[0]?.name);
  return isRanking ? [...namedFirst(groups), ...order] : order;
}

/**
 * Plans measures per group. A thing that reaches a group in several ways counts once. Without an order, time
 * groups are ascending, and others sort by the first measure, descending.
 */
export function planGroups(question: GroupsRequest, scope: QueryScope): GroupsPlan {
  const named = namedGroups(question, scope);
  const measures = namedMeasures(question, scope);
  const groups = named.map((group): Group => {
    const column = groupColumn(group.group, group.field, scope, group.width);
    const { ranks } = group.field.attribute;
    return { name: group.name, finish: finishOf(group, scope), column, ...(ranks ? { ranks } : {}) };
  });
  const byGrain = new Map<string, NamedMeasure[]>();
  for (const measure of measures) {
    const grain = grainOf(measure, named, scope);
    byGrain.set(grain, [...(byGrain.get(grain) ?? []), measure]);
  }
  refuseIncomparable(question, measures, scope);
  const ordered = [...byGrain].toSorted(([a], [b]) => Number(a !== OF_BASE) - Number(b !== OF_BASE));
  const grains = ordered.map(([, members]) => buildGrain(question, scope, named, members));
  const measured = new Map(
    grains.flatMap(({ aggregates }) => aggregates.map((each) => [each.name, each] as const)),
  );
  const answered = measures
    .flatMap(({ name }) => [measured.get(name), measured.get(beforeOf(name))])
    .filter((each) => each !== undefined);
  const plain: AnswerColumn[] = [...groups, ...answered];
  // A running total cannot be ordered by itself.
  const keys = new Set(plain.map(({ column }) => column.key));
  const order = withSort(question.order, question.sort).filter(({ by }) => keys.has(by));
  const usual = orderOf({ ...question, order, sort: undefined }, groups, plain);
  const { steps, formulas } = planFormulas(question.formulas ?? [], plain, groups, usual, scope);
  const all = [...plain, ...formulas];
  return {
    node: 'groups',
    groups,
    grains,
    steps,
    formulas,
    having: planHaving(question.having ?? [], all, scope),
    columns: all.map(({ name }) => name),
    order: orderOf(question, groups, all),
    limit: question.limit,
    offset: question.offset,
  };
}
