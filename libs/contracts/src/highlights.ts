import { Query } from '@cairn/query';
import { z } from 'zod';

/** The period that highlights are of: the last 30 days by default. */
export const HighlightsQuestion = z.strictObject({
  startDate: Query.shape.startDate,
  endDate: Query.shape.endDate,
  duration: Query.shape.duration,
  timezone: Query.shape.timezone,
  firstDay: Query.shape.firstDay,
});

/** One number of a period beside that of the period before it, and the question that it answers. */
export const Highlight = z.object({
  key: z.string(),
  label: z.string(),
  entity: z.string(),
  unit: z.string().optional(),
  value: z.number().nullable(),
  previous: z.number().nullable(),
  /** In percent of the earlier value; missing where either value is. */
  change: z.number().nullable(),
  /** Nothing was there before, so the change says little. */
  isNew: z.boolean(),
  /** Where most of it is; `total` groups there are in all. Never by person. */
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
  /** Only of what there is any of in either period. */
  data: z.array(Highlight),
  meta: z.object({
    timezone: z.string(),
    start: z.string(),
    end: z.string(),
    /** The period before, as far as the data of the period itself goes. */
    compared: z.object({ start: z.string(), end: z.string() }),
    /** Where the data ends, when that is well before the end of the period; null when it is not. */
    dataEnd: z.string().nullable().default(null),
    dataVersion: z.int(),
    /** The numbers are of an invented company. */
    simulated: z.boolean(),
  }),
});
export type Highlights = z.infer<typeof Highlights>;
