import { z } from 'zod';

/** A column of an answer (X§3). */
export const Column = z.object({
  key: z.string(),
  label: z.string(),
  /** A number is a double in every format: whole ones are exact to 2^53, larger ones the nearest that a double has. */
  type: z.enum(['string', 'number', 'boolean', 'date', 'datetime', 'string[]', 'json']),
  unit: z.string().optional(),
  role: z.enum(['group', 'measure', 'attribute', 'formula', 'id']),
  target: z.string().optional(),
  attribute: z.string().optional(),
  reducer: z.string().optional(),
  dateUnit: z.string().optional(),
  /** The width of the bins of a numeric group. */
  binWidth: z.number().optional(),
  /** For two columns of one measure: the requested window, or the compared one. */
  period: z.enum(['current', 'comparison']).optional(),
  definition: z.string().optional(),
  /** What people read instead of some values, such as the labels of kinds. */
  valueLabels: z.record(z.string(), z.string()).optional(),
  /** For a measure whose things may be in several groups: the sentence that its cells do not add up. */
  overlap: z.string().optional(),
  /** The sample size of a measure, where the query asks for it: the things with a value, each counted once. */
  n: z.int().optional(),
  /** The number of things without a value, which the measure leaves out. */
  excluded: z.int().optional(),
  /** What `n` counts, in words for one and for many; absent where it counts edges. */
  things: z.object({ one: z.string(), many: z.string() }).optional(),
});
export type Column = z.infer<typeof Column>;

/** What an answer leaves out where an org limits figures of one person. */
export const WithheldMeta = z.object({
  /** Groups of too few people, and those from which a total would tell them; 1 for a figure without groups. */
  groups: z.int(),
  /** Keys of columns in which names are left out. */
  columns: z.array(z.string()),
  /** What is left out and why, as people read it. */
  words: z.string(),
});
export type WithheldMeta = z.infer<typeof WithheldMeta>;

/** Both windows are ISO instants, end exclusive, resolved in `timezone`. */
export const AnswerMeta = z.object({
  page: z.int().optional(),
  pageSize: z.int().optional(),
  limit: z.int(),
  /** The number of all rows, before limit and paging. */
  total: z.int(),
  truncated: z.boolean(),
  timezone: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  timeUnit: z.string().optional(),
  /** The number of all series, of which a time series has the largest. */
  series: z.int().optional(),
  /** The earlier window of the comparison columns. */
  compared: z.object({ start: z.string(), end: z.string() }).optional(),
  dataVersion: z.int(),
  /** What of the answer is not final yet, such as renames that are not yet joined. */
  notes: z.array(z.string()).optional(),
  withheld: WithheldMeta.optional(),
});
export type AnswerMeta = z.infer<typeof AnswerMeta>;

/** The JSON form; Arrow has columns and meta in its schema's `cairn`, uuids of rows as `arrow.uuid`; csv only rows. */
export const Rows = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  columns: z.array(Column),
  meta: AnswerMeta,
});
export type Rows = z.infer<typeof Rows>;
