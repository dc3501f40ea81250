import { ExploreState } from '@cairn/contracts';
import { z } from 'zod';

export const ExploreCard = z.strictObject({
  kind: z.literal('explore'),
  title: z.string().max(200),
  showTitle: z.boolean().default(true),
  centerTitle: z.boolean().default(false),
  transparent: z.boolean().default(false),
  snippetTags: z.array(z.string().max(100)).max(50).default([]),
  mappings: z
    .array(z.strictObject({ type: z.literal('condition'), fromFieldKey: z.string(), toFieldKey: z.string() }))
    .max(50)
    .default([]),
  /** The saved query it was made from, when there is one. */
  savedId: z.string().max(64).optional(),
  state: ExploreState,
});
export type ExploreCard = z.infer<typeof ExploreCard>;
