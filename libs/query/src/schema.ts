import { REDUCERS } from '@cairn/entities';
import { z } from 'zod';

/** Stands for a missing value wherever text must carry one (X§3). */
export const NULL_MARKER = '__cairn::null__';

export const MAX_LIMIT = 1_000_000;
export const MAX_PAGE_SIZE = 1_000;
export const DEFAULT_PAGE_SIZE = 20;

const name = z.string().min(1).max(200);
const value = z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()]);

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

export const Comparison = z.union([
  z.strictObject({ IN: z.array(value).max(1_000) }),
  z.strictObject({ 'NOT IN': z.array(value).max(1_000) }),
  z.strictObject({ WITHIN: z.tuple([value, value]) }),
]);

export const Filter = z.strictObject({
  target: name,
  attribute: name,
  key: name.optional(),
  comparison: Comparison,
});

export const GroupBy = z.preprocess(
  (input) => (typeof input === 'string' ? parseField(input) : input),
  z.strictObject({
    target: name,
    attribute: name,
    key: name.optional(),
    unit: z.enum(DATE_UNITS).optional(),
  }),
);

export const Measure = z.strictObject({
  key: name.optional(),
  field: name.optional(),
  target: name,
  attribute: name,
  reducer: z.enum(REDUCERS),
  title: z.string().max(200).optional(),
  filters: z.array(Filter).max(20).optional(),
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

/** A number plus D, M or Y behind P (the past), or T/L (this, last) before a number and a unit. */
export const Duration = z
  .string()
  .regex(/^(P\d{1,4}[DWMY]|[TL]1[DWMY])$/, 'is not a duration such as P30D, T1W or L1M');

const instant = z.iso.datetime({ offset: true }).or(z.iso.date());

/** A question to the graph (X§3): a value that is saved, shared, and kept in the address. */
export const Query = z.strictObject({
  orgId: z.string().max(100).optional(),
  select: z.array(name).max(1, 'More than one entity selected.').default([]),
  filters: z.array(Filter).max(100).default([]),
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
  limit: z.int().min(1).max(MAX_LIMIT).optional(),
  order: z.array(Order).max(8).default([]),
  columns: z.array(name).max(200).default([]),
  sort: z.string().max(200).optional(),
  page: z.int().min(1).max(1_000_000).optional(),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
  timeUnit: z.enum(TIME_UNITS).optional(),
  format: z.enum(['arrow', 'json', 'csv']).optional(),
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

/** Reads `Target.attribute`; a bare name means target Event (X§3). */
export function parseField(text: string): { target: string; attribute: string } {
  const dot = text.indexOf('.');
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
  return group.unit ? `${group.unit}(${fieldKey(group)})` : fieldKey(group);
}

/** A query that asks nothing yet. */
export function emptyQuery(orgId?: string): Query {
  return Query.parse(orgId ? { orgId } : {});
}
