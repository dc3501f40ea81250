import type { Query } from '@cairn/query';
import { z } from 'zod';
import { ExploreState } from './explore-state.ts';

export const MarkdownCard = z.strictObject({
  kind: z.literal('markdown'),
  markdown: z.string().max(50_000),
  transparent: z.boolean().default(false),
});
export type MarkdownCard = z.infer<typeof MarkdownCard>;

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

/** What a card of each type holds. A board is saved with cards of these types alone. */
export const CARD_STATES = [MarkdownCard, ExploreCard] as const;

export const Card = z.discriminatedUnion('kind', CARD_STATES);
export type Card = z.infer<typeof Card>;

/** A card of any type, also of one that this version does not know. */
export const UnknownCard = z.object({ kind: z.string().max(64) }).loose();
export interface AnyCard {
  readonly kind: string;
}

/** The queries that a card asks. A card that asks keeps its query in `state`, as a saved query does. */
export function queriesOfCard(card: Card): readonly Query[] {
  return 'state' in card ? [card.state.params] : [];
}
