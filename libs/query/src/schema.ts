import { REDUCERS } from '@cairn/entities';
import { z } from 'zod';

/** Stands for a missing value wherever text must carry one (X§3). */
export const NULL_MARKER = '__cairn::null__';

/** The name of the series that sums those beyond the largest. */
export const OTHER_MARKER = '__cairn::other__';

export const MAX_LIMIT = 1_000_000;
export const MAX_PAGE_SIZE = 1_000;
export const DEFAULT_PAGE_SIZE = 20;

const name = z.string().min(1).max(200);
/** Characters of one value; long, because a commit message is a value that can be drilled into. */
const LONGEST_VALUE = 20_000;
const value = z.union([z.string().max(LONGEST_VALUE), z.number(), z.boolean(), z.null()]);

export const DATE_UNITS = [
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'hourOfDay',
  'minuteOfHour',
  'dayOfWeek',
] as const;
/** Units that are a part of the clock, so that many periods share one value. */
export const CLOCK_PARTS = ['hourOfDay', 'minuteOfHour', 'dayOfWeek'] as const;
export type ClockPart = (typeof CLOCK_PARTS)[number];

/** Whether a unit is a part of the clock rather than a period. */
export function isClockPart(unit: string | undefined): unit is ClockPart {
  return CLOCK_PARTS.some((part) => part === unit);
}

export const TIME_UNITS = ['auto', 'minutes', 'hours', 'days', 'weeks', 'months'] as const;

/** A number plus D, W, M or Y after P (the past), or T or L (this, last) before a number and a unit. */
export const Duration = z
  .string()
  .regex(/^(P\d{1,4}[DWMY]|[TL]1[DWMY])$/, 'is not a duration such as P30D, T1W or L1M');

/** The first day of the week: 1 is Monday, 7 is Sunday. */
export const FirstDay = z.literal([1, 2, 3, 4, 5, 6, 7]);

/** The number of values in one filter; `MAX_SINGLE_VALUES` for moments, days, periods, bins and lists. */
export const MAX_VALUES = 50_000;
export const MAX_SINGLE_VALUES = 1_000;

const values = z.array(value).max(MAX_VALUES, 'At most 50,000 values can be listed in one filter.');
const texts = z.array(z.string().min(1).max(2_000)).max(100);
const nothing = z.tuple([]);

/**
 * One operator and its values, of which one must match. Negated forms are exact complements, so they keep
 * missing values. IN LAST takes a duration: `P14D` is the last 14 days, `T1W` this week.
 */
export const Comparison = z.union([
  z.strictObject({ IN: values }),
  z.strictObject({ 'NOT IN': values }),
  z.strictObject({ WITHIN: z.tuple([value, value]) }),
  z.strictObject({ CONTAINS: texts }),
  z.strictObject({ 'NOT CONTAINS': texts }),
  z.strictObject({ 'STARTS WITH': texts }),
  z.strictObject({ 'IS EMPTY': nothing }),
  z.strictObject({ 'IS NOT EMPTY': nothing }),
  z.strictObject({ 'IN LAST': z.tuple([Duration]) }),
  z.strictObject({ 'NOT IN LAST': z.tuple([Duration]) }),
]);

/** The bounds of a bin's width, which suit any values of an answer. */
export const NARROWEST_BIN = 1e-12;
const width = z.number().min(NARROWEST_BIN).max(1e300);

/** A condition on a value or, as in groups, on its period or bin. */
export const Filter = z.strictObject({
  target: name,
  attribute: name,
  key: name.optional(),
  /** The values are those of a group of this unit: moments within a period, hours, or names of days. */
  unit: z.enum(DATE_UNITS).optional(),
  /** The values are those of a group of such bins: the start of each bin. */
  bins: z.strictObject({ width }).optional(),
  comparison: Comparison,
});

/** The largest depth of nested groups of conditions. */
export const MAX_DEPTH = 4;

/**
 * `any`: one condition holds; `all`: all hold. `one`: all hold for one and the same relative, as for the rows
 * of a group.
 */
export type FilterGroup = { any: Condition[] } | { all: Condition[] } | { one: Condition[] };
export type Condition = Filter | FilterGroup;

function conditionAt(depth: number): z.ZodType<Condition> {
  if (depth === 0) return Filter;
  const inner = z.array(conditionAt(depth - 1)).max(50);
  return z.union([
    Filter,
    z.strictObject({ any: inner }),
    z.strictObject({ all: inner }),
    z.strictObject({ one: inner }),
  ]);
}

/** A filter, or filters joined by OR (`any`) and AND (`all`, `one`), to a bounded depth. */
export const Condition = conditionAt(MAX_DEPTH);

/** True when a condition is a group of conditions. */
export function isGroup(condition: Condition): condition is FilterGroup {
  return 'any' in condition || 'all' in condition || 'one' in condition;
}

/** The members of a group of conditions. */
export function membersOf(group: FilterGroup): Condition[] {
  if ('any' in group) return group.any;
  return 'all' in group ? group.all : group.one;
}

/** A group of the same form with other members. */
export function regrouped(group: FilterGroup, members: Condition[]): FilterGroup {
  if ('any' in group) return { any: members };
  return 'all' in group ? { all: members } : { one: members };
}

/** All single filters, including those inside groups. */
export function leavesOf(conditions: readonly Condition[]): Filter[] {
  return conditions.flatMap((each) => (isGroup(each) ? leavesOf(membersOf(each)) : [each]));
}

/** Keeps the filters that pass, at any depth, and drops groups that become empty. */
export function keepFilters(
  conditions: readonly Condition[],
  keeps: (filter: Filter) => boolean,
): Condition[] {
  return conditions.flatMap((each): Condition[] => {
    if (!isGroup(each)) return keeps(each) ? [each] : [];
    const kept = keepFilters(membersOf(each), keeps);
    if (kept.length === 0) return [];
    return [regrouped(each, kept)];
  });
}

export const GroupBy = z.preprocess(
  (input) => (typeof input === 'string' ? parseField(input) : input),
  z.strictObject({
    target: name,
    attribute: name,
    key: name.optional(),
    unit: z.enum(DATE_UNITS).optional(),
    /**
     * Numbers in bins of this width, or in about this many bins of a round width; the start of a bin names
     * it.
     */
    bins: z.union([z.strictObject({ width }), z.strictObject({ count: z.int().min(1).max(200) })]).optional(),
  }),
);

export const Measure = z.strictObject({
  key: name.optional(),
  field: name.optional(),
  target: name,
  attribute: name,
  reducer: z.enum(REDUCERS),
  title: z.string().max(200).optional(),
  filters: z.array(Condition).max(20).optional(),
});

export type Formula = { name: string; formula: FormulaNode };
export type FormulaNode = string | number | FormulaNode[];
const FormulaNode: z.ZodType<FormulaNode> = z.lazy(() =>
  z.union([z.string().max(200), z.number(), z.array(FormulaNode).max(20)]),
);

export const Having = z.strictObject({
  column: name,
  comparison: z.strictObject({ WITHIN: z.tuple([value, value]) }),
});
export const CompareWith = z.strictObject({
  ago: z.string().max(10).optional(),
  method: z.literal('tuple').default('tuple'),
});
export const Order = z.strictObject({ by: name, direction: z.enum(['ascending', 'descending']) });

/** Orders in input form; one without column or direction is dropped (X§5). */
const Orders = z
  .array(
    z.strictObject({
      by: name.or(z.literal('')).nullish(),
      direction: Order.shape.direction.nullish(),
    }),
  )
  .max(8)
  .transform((orders) => orders.flatMap(({ by, direction }) => (by && direction ? [{ by, direction }] : [])));

const instant = z.iso.datetime({ offset: true }).or(z.iso.date());

/** A query to the graph (X§3): a value that is saved, shared, and kept in the address. */
export const Query = z.strictObject({
  orgId: z.string().max(100).optional(),
  select: z.array(name).max(1, 'More than one entity selected.').default([]),
  filters: z.array(Condition).max(100).default([]),
  search: z.string().max(1_000).default(''),
  startDate: instant.optional(),
  endDate: instant.optional(),
  duration: Duration.optional(),
  groupBys: z.array(GroupBy).max(8).default([]),
  aggregations: z.array(Measure).max(20).default([]),
  compareWith: CompareWith.optional(),
  formulas: z
    .array(z.strictObject({ name, formula: FormulaNode }))
    .max(20)
    .default([]),
  having: z.array(Having).max(20).default([]),
  timezone: z.string().max(60).optional(),
  /**
   * The moment for which dated relations are asked: `now`, the moment of each row (`event`), or a given one.
   * Without it each relation has its own default, which is now for most.
   */
  asOf: z.union([z.enum(['now', 'event']), instant]).optional(),
  /** The first day of weeks; the default is the org's. */
  firstDay: FirstDay.optional(),
  limit: z.int().min(1).max(MAX_LIMIT).optional(),
  order: Orders.default([]),
  columns: z.array(name).max(200).default([]),
  sort: z.string().max(200).optional(),
  page: z.int().min(1).max(1_000_000).optional(),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
  timeUnit: z.enum(TIME_UNITS).optional(),
  /** True when the answer states for each measure how many values it has, and how many were missing. */
  counts: z.boolean().optional(),
  /** A sheet is a csv for people: its headers are labels, its values are written as screens write them. */
  format: z.enum(['arrow', 'json', 'csv', 'sheet']).optional(),
  /** With csv or sheet: every row instead of the first 1,000. */
  whole: z.boolean().optional(),
});

export type Query = z.infer<typeof Query>;
export type QueryInput = z.input<typeof Query>;
export type Filter = z.infer<typeof Filter>;
export type Comparison = z.infer<typeof Comparison>;
export type GroupBy = z.infer<typeof GroupBy>;
export type Measure = z.infer<typeof Measure>;
export type Order = z.infer<typeof Order>;
export type Having = z.infer<typeof Having>;
export type CompareWith = z.infer<typeof CompareWith>;
export type DateUnit = (typeof DATE_UNITS)[number];
export type TimeUnit = (typeof TIME_UNITS)[number];

/** Parses `Target.attribute`, where the target is a path of relations; a bare name belongs to Event (X§3). */
export function parseField(text: string): { target: string; attribute: string } {
  const dot = text.lastIndexOf('.');
  return dot < 0
    ? { target: 'Event', attribute: text }
    : { target: text.slice(0, dot), attribute: text.slice(dot + 1) };
}

/** The text form of a field and the key of its column, such as `Person.name`. */
export function fieldKey(field: { target: string; attribute: string }): string {
  return `${field.target}.${field.attribute}`;
}

/** The text form of a measure and the key of its column, such as `count(Commit.uuid)`. */
export function measureKey(measure: { target: string; attribute: string; reducer: string }): string {
  return `${measure.reducer}(${fieldKey(measure)})`;
}

/** The key of a group's column, such as `Commit.committedAt` or `dayOfWeek(Commit.committedAt)`. */
export function groupKey(group: GroupBy): string {
  if (group.bins) {
    const size = 'width' in group.bins ? group.bins.width : `count ${group.bins.count}`;
    return `bins(${fieldKey(group)}, ${size})`;
  }
  return group.unit ? `${group.unit}(${fieldKey(group)})` : fieldKey(group);
}

/** True when the query asks for rows and computes nothing from them. */
export function asksRows({ groupBys, aggregations, formulas, having }: Query): boolean {
  return [groupBys, aggregations, formulas, having].every((list) => list.length === 0);
}

/** An empty query. */
export function emptyQuery(orgId?: string): Query {
  return Query.parse(orgId ? { orgId } : {});
}
