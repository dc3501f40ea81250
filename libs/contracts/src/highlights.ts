import { Query } from '@cairn/query';
import { z } from 'zod';

/** The period of highlights: the last 30 days by default. */
export const HighlightsQuestion = z.strictObject({
  startDate: Query.shape.startDate,
  endDate: Query.shape.endDate,
  duration: Query.shape.duration,
  timezone: Query.shape.timezone,
  firstDay: Query.shape.firstDay,
  /** Counts commits of default branches alone; otherwise those of every ref. */
  branches: z.literal('default').optional(),
});

/** One number of a period, that of the period before, and the query that it answers. */
export const Highlight = z.object({
  key: z.string(),
  label: z.string(),
  entity: z.string(),
  unit: z.string().optional(),
  value: z.number().nullable(),
  previous: z.number().nullable(),
  /** In percent of the earlier value; null where either value is missing. */
  change: z.number().nullable(),
  /** Whether nothing was there before, so that the change says little. */
  isNew: z.boolean(),
  /** The largest groups; `total` counts all groups. Never by person. */
  most: z
    .object({
      target: z.string(),
      attribute: z.string(),
      items: z.array(z.object({ name: z.string().nullable(), value: z.number() })),
      total: z.int(),
    })
    .nullable(),
  query: Query,
});
export type Highlight = z.infer<typeof Highlight>;

export const Highlights = z.object({
  /** Only highlights that have anything in either period. */
  data: z.array(Highlight),
  meta: z.object({
    timezone: z.string(),
    start: z.string(),
    end: z.string(),
    /** The period before, cut to as much as the data covers of the period itself. */
    compared: z.object({ start: z.string(), end: z.string() }),
    /** The end of the data, when it is well before the end of the period; else null. */
    dataEnd: z.string().nullable().default(null),
    dataVersion: z.int(),
    /** Whether the numbers are of an invented company. */
    simulated: z.boolean(),
    /** How many figures are withheld, because too few people are in them. */
    withheld: z.int().default(0),
  }),
});
export type Highlights = z.infer<typeof Highlights>;
