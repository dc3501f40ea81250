import { REDUCERS } from '@cairn/entities';
import { z } from 'zod';

/** Stands for a missing value wherever text must carry one (X§3). */
export const NULL_MARKER = '__cairn::null__';

export const MAX_LIMIT = 1_000_000;
export const MAX_PAGE_SIZE = 1_000;
export const DEFAULT_PAGE_SIZE = 20;

const name = z.string().min(1).max(200);
/** Characters of one value: a long message is one too, and a group of it can be looked into. */
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
  'dayOfWeek',
] as const;
export const TIME_UNITS = ['auto', 'minutes', 'hours', 'days', 'weeks', 'months'] as const;

/** A number plus D, W, M or Y behind P (the past), or T/L (this, last) before a number and a unit. */
export const Duration = z
  .string()
  .regex(/^(P\d{1,4}[DWMY]|[TL]1[DWMY])$/, 'is not a duration such as P30D, T1W or L1M');

/** The day that a week begins with: 1 is Monday, 7 is Sunday. */
export const FirstDay = z.literal([1, 2, 3, 4, 5, 6, 7]);

/** Values that one filter may list; of moments, days, periods, bins and lists `MAX_SINGLE_VALUES`. */
export const MAX_VALUES = 50_000;
export const MAX_SINGLE_VALUES = 1_000;

const values = z.array(value).max(MAX_VALUES, 'At most 50,000 values can be listed in one filter.');
const texts = z.array(z.string().min(1).max(2_000)).max(100);
const nothing = z.tuple([]);

/**
 * One operator and its values. Any of several values is enough; the negated forms are the exact complements, so
 * they keep what is missing. IN LAST takes a duration: `P14D` the last 14 days, `T1W` this week.
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

/** As narrow and as wide as bins of any values that an answer may have. */
export const NARROWEST_BIN = 1e-12;
const width = z.number().min(NARROWEST_BIN).max(1e300);

/** What a filter asks about a value, or, as groups do, about the period or bin that it lies in. */
export const Filter = z.strictObject({
  target: name,
  attribute: name,
  key: name.optional(),
  /** The values are those that a group of this unit has: moments within a period, hours, names of days. */
  unit: z.enum(DATE_UNITS).optional(),
  /** The values are those that a group of such bins has: where each of them starts. */
  bins: z.strictObject({ width }).optional(),
  comparison: Comparison,
});

/** How deep groups of conditions may be nested. */
export const MAX_DEPTH = 4;

/**
 * Any of these; all of these; or all of these of one and the same relative: what its own filters name is then looked
 * at together, as rows of a group are.
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

/** Whether a condition joins others. */
export function isGroup(condition: Condition): condition is FilterGroup {
  return 'any' in condition || 'all' in condition || 'one' in condition;
}

/** The conditions that a group joins. */
export function membersOf(group: FilterGroup): Condition[] {
  if ('any' in group) return group.any;
  return 'all' in group ? group.all : group.one;
}

/** A group of the same form over other conditions. */
export function regrouped(group: FilterGroup, members: Condition[]): FilterGroup {
  if ('any' in group) return { any: members };
  return 'all' in group ? { all: members } : { one: members };
}

/** All single filters, those inside groups too. */
export function leavesOf(conditions: readonly Condition[]): Filter[] {
  return conditions.flatMap((each) => (isGroup(each) ? leavesOf(membersOf(each)) : [each]));
}

/** Leaves out single filters wherever they stand, and groups that nothing is left of. */
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
    /** Numbers gathered by this width, or in about so many bins of a round width; each is named by where it starts. */
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

/** Orders as they are written; one that lacks its column or its direction is dropped (X§5). */
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

/** A question to the graph (X§3): a value that is saved, shared, and kept in the address. */
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
  /** The day that weeks begin with; that of the org unless said. */
  firstDay: FirstDay.optional(),
  limit: z.int().min(1).max(MAX_LIMIT).optional(),
  order: Orders.default([]),
  columns: z.array(name).max(200).default([]),
  sort: z.string().max(200).optional(),
  page: z.int().min(1).max(1_000_000).optional(),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
  timeUnit: z.enum(TIME_UNITS).optional(),
  /** Whether each measure tells of how many values it is, and how many had none. */
  counts: z.boolean().optional(),
  format: z.enum(['arrow', 'json', 'csv']).optional(),
  /** With csv: every row, however many, instead of the first 1,000. */
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

/** Reads `Target.attribute`, the target being a path of relations; a bare name means target Event (X§3). */
export function parseField(text: string): { target: string; attribute: string } {
  const dot = text.lastIndexOf('.');
  return dot < 0
    ? { target: 'Event', attribute: text }
    : { target: text.slice(0, dot), attribute: text.slice(dot + 1) };
}

/** `Person.name`, the text form of a field and the key of its column in an answer. */
export function fieldKey(field: { target: string; attribute: string }): string {
  return `${field.target}.${field.attribute}`;
}

/** `count(Commit.uuid)`, the text form of a measure and the key of its column in an answer. */
export function measureKey(measure: { target: string; attribute: string; reducer: string }): string {
  return `${measure.reducer}(${fieldKey(measure)})`;
}

/** `Commit.committedAt` or `dayOfWeek(Commit.committedAt)`, the key of a group's column. */
export function groupKey(group: GroupBy): string {
  if (group.bins) {
    const size = 'width' in group.bins ? group.bins.width : `count ${group.bins.count}`;
    return `bins(${fieldKey(group)}, ${size})`;
  }
  return group.unit ? `${group.unit}(${fieldKey(group)})` : fieldKey(group);
}

/** Whether it asks for the rows themselves, not for anything that is computed of them. */
export function asksRows({ groupBys, aggregations, formulas, having }: Query): boolean {
  return [groupBys, aggregations, formulas, having].every((list) => list.length === 0);
}

/** A query that asks nothing yet. */
export function emptyQuery(orgId?: string): Query {
  return Query.parse(orgId ? { orgId } : {});
}
