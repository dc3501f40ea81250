import { z } from 'zod';

/** Why an entity that a query touches may hold nothing (X§3, X§8). */
export const EmptyCode = z.enum([
  'IngestingButEntityNotInUse',
  'IngestionEarly',
  'ConfigurationError',
  'IngestionNotStarted',
  'NothingIngested',
]);
export type EmptyCode = z.infer<typeof EmptyCode>;

export const EmptyExplanation = z.object({
  entity: z.string(),
  /** Whether a source is configured that could fill it. */
  providable: z.boolean(),
  /** The text to show: the entity is not populated, or nothing is configured to provide it. */
  text: z.string(),
  reasons: z.array(
    z.object({
      code: EmptyCode,
      integration: z.string(),
      /** The use of the integration to which the reason applies, where it has several uses. */
      role: z.string().optional(),
      text: z.string(),
    }),
  ),
});
export type EmptyExplanation = z.infer<typeof EmptyExplanation>;

/** The number of rows without one clause. Only clauses that alone keep everything out are listed. */
export const Narrowing = z.object({
  clause: z.discriminatedUnion('type', [
    z.object({ type: z.literal('filter-condition'), index: z.int() }),
    z.object({ type: z.literal('search-term') }),
    z.object({ type: z.literal('date-range') }),
  ]),
  total: z.int(),
});
export type Narrowing = z.infer<typeof Narrowing>;
