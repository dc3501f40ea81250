import { z } from 'zod';

/** What a column of an answer means (X§3). */
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
  /** Width of the bins that a group's numbers are gathered in. */
  binWidth: z.number().optional(),
  /** Of two columns of one measure: the asked window, or the one it is compared with. */
  period: z.enum(['current', 'comparison']).optional(),
  definition: z.string().optional(),
  /** Of a measure whose things may be in several groups: a sentence that says so, since such cells do not add up. */
  overlap: z.string().optional(),
  /** Of a measure, where the question asks for it: how many things have a value for it, each counted once. */
  n: z.int().optional(),
  /** How many things were left out of it because they have none. */
  excluded: z.int().optional(),
});
export type Column = z.infer<typeof Column>;

/** Both windows are ISO instants, end exclusive, resolved in `timezone`. */
export const AnswerMeta = z.object({
  page: z.int().optional(),
  pageSize: z.int().optional(),
  limit: z.int(),
  /** Rows there are in all, before limit and paging. */
  total: z.int(),
  truncated: z.boolean(),
  timezone: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  timeUnit: z.string().optional(),
  /** Series there are in all, of which a time series has the largest. */
  series: z.int().optional(),
  /** The earlier window that the comparison columns are of. */
  compared: z.object({ start: z.string(), end: z.string() }).optional(),
  dataVersion: z.int(),
});
export type AnswerMeta = z.infer<typeof AnswerMeta>;

/** The JSON form; Arrow has columns and meta in its schema's `cairn`, uuids of rows as `arrow.uuid`; csv only rows. */
export const Rows = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  columns: z.array(Column),
  meta: AnswerMeta,
});
export type Rows = z.infer<typeof Rows>;
