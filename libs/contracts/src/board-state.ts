import { Duration, Filter } from '@cairn/query';
import { z } from 'zod';
import { Card, CARD_STATES, UnknownCard, type AnyCard } from './cards.ts';

const cardId = z.string().min(1).max(64);

const CardPosition = z.strictObject({
  i: cardId,
  x: z.int().min(0),
  y: z.int().min(0),
  w: z.int().min(1),
  h: z.int().min(1),
});
/** Where a card lies on the grid of its board, in columns and rows. */
export type CardPosition = z.infer<typeof CardPosition>;

const BoardExtras = z.strictObject({
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
});
/** What the whole board is set to. */
export type BoardExtras = z.infer<typeof BoardExtras>;

const boardOf = <C extends z.ZodType>(card: C) =>
  z.strictObject({
    layout: z.array(CardPosition).max(200),
    data: z.record(cardId, card),
    extras: BoardExtras.prefault({}),
  });

/** A board (W§3): positions, cards by id, and what the whole board is set to. */
export const BoardState = boardOf(Card);
export type BoardState = z.infer<typeof BoardState>;

/** A card's schema, with the literal kind that tells it apart. */
export type CardState = z.ZodObject<{ kind: z.ZodLiteral<string> }>;

/** A board as it is drawn. A card of a type that is not listed stays as it was saved, so that no save drops it. */
export function drawableBoard(states: readonly CardState[] = CARD_STATES) {
  const byKind = new Map(states.map((state) => [state.shape.kind.value, state]));
  const card = UnknownCard.transform((given, context): AnyCard => {
    const parsed = byKind.get(given.kind)?.safeParse(given);
    if (!parsed) return given;
    if (parsed.success) return parsed.data;
    context.addIssue('does not fit its kind');
    return given;
  });
  return boardOf(card);
}
export type DrawableBoard = z.infer<ReturnType<typeof drawableBoard>>;
