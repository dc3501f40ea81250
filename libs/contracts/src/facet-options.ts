import { Condition, Query } from '@cairn/query';
import { z } from 'zod';

/** A request for the values of one attribute among the selected entities. */
export const FacetQuestion = z.strictObject({
  select: z.array(z.string().max(200)).max(1).default([]),
  filters: z.array(Condition).max(100).default([]),
  search: z.string().max(1_000).default(''),
  startDate: Query.shape.startDate,
  endDate: Query.shape.endDate,
  duration: Query.shape.duration,
  timezone: Query.shape.timezone,
  firstDay: Query.shape.firstDay,
  asOf: Query.shape.asOf,
  target: z.string().min(1).max(200),
  attribute: z.string().min(1).max(200),
  /** Narrows the values to those that contain this text. */
  contains: z.string().max(200).default(''),
  page: z.int().min(1).max(10_000).default(1),
  /** JSON by default; csv has 1,000 values to a page. */
  format: Query.shape.format,
});
