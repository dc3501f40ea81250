import { Duration, Filter } from '@cairn/query';
import { z } from 'zod';
import { ExploreState } from './explore-state.ts';

const cardId = z.string().min(1).max(64);
export const MarkdownCard = z.strictObject({
  kind: z.literal('markdown'),
  markdown: z.string().max(50_000),
  transparent: z.boolean().default(false),
});
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
export const Card = z.discriminatedUnion('kind', [MarkdownCard, ExploreCard]);
export type Card = z.infer<typeof Card>;

/** A board (W§3): positions, cards by id, and what the whole board is set to. */
export const BoardState = z.strictObject({
  layout: z
    .array(
      z.strictObject({
        i: cardId,
        x: z.int().min(0),
        y: z.int().min(0),
        w: z.int().min(1),
        h: z.int().min(1),
      }),
    )
    .max(200),
  data: z.record(cardId, Card),
  extras: z
    .strictObject({
      colorTheme: z.enum(['standard', 'alternate']).default('standard'),
      columnCount: z.int().min(0).max(48).default(12),
      rowHeight: z.int().min(0).max(400).default(48),
      spacing: z.int().min(0).max(100).default(16),
      defaultDateRange: z
        .union([
          z.strictObject({ duration: Duration }),
          z.strictObject({ startDate: z.string(), endDate: z.string() }),
        ])
        .optional(),
      defaultFilters: z.array(Filter).max(50).default([]),
      tags: z.array(z.string().max(100)).max(50).default([]),
    })
    .prefault({}),
});
export type BoardState = z.infer<typeof BoardState>;
