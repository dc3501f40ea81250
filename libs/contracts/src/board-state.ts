import { Duration, Filter, type Query } from '@cairn/query';
import { z } from 'zod';
import { ExploreState } from './explore-state.ts';

const cardId = z.string().min(1).max(64);

/** A board has 48 columns at most; its rows have room for all cards in one column. */
const MOST_COLUMNS = 48;
const MOST_ROWS = 10_000;
const MOST_CARDS = 200;

/** The most characters of a card as JSON. */
const CARD_LENGTH = 200_000;

/**
 * A card of any type. Its further fields belong to the front-end that draws it, which has the schema of each type;
 * a card of an unknown type stays as it was saved.
 */
const BoardCard = z
  .object({
    kind: z
      .string()
      .regex(/^[a-z][a-z-]*$/, 'is not a type of card')
      .max(64),
    title: z.string().max(200).optional(),
    /** The query and views of a card, as a saved query keeps them. */
    state: ExploreState.optional(),
  })
  .loose()
  .refine((card) => JSON.stringify(card).length <= CARD_LENGTH, `is longer than ${CARD_LENGTH} characters`);
export interface AnyCard {
  readonly kind: string;
}

/** The queries of a card. */
export function queriesOfCard({ state }: z.infer<typeof BoardCard>): readonly Query[] {
  return state ? [state.params] : [];
}

const CardPosition = z.strictObject({
  i: cardId,
  x: z.int().min(0).max(MOST_COLUMNS),
  y: z.int().min(0).max(MOST_ROWS),
  w: z.int().min(1).max(MOST_COLUMNS),
  h: z.int().min(1).max(MOST_ROWS),
});
/** Where a card lies on the grid of its board, in columns and rows. */
export type CardPosition = z.infer<typeof CardPosition>;

const BoardExtras = z.strictObject({
  colorTheme: z.enum(['standard', 'alternate']).default('standard'),
  columnCount: z.int().min(0).max(MOST_COLUMNS).default(12),
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
/** The settings of the whole board. */
export type BoardExtras = z.infer<typeof BoardExtras>;

const boardOf = <C extends z.ZodType, P extends z.ZodType<CardPosition>>(card: C, position: P) =>
  z.strictObject({
    layout: z.array(position).max(MOST_CARDS),
    data: z.record(cardId, card),
    extras: BoardExtras.prefault({}),
  });

/** Whether every object has this name: a card of such a name would be found where there is none. */
const isReserved = (id: string) => id in Object.prototype;
const NO_NAME = 'is not a name for a card';

const PROTO = '__proto__';

/** Refuses a card named `__proto__`, which a zod record would silently leave out. */
const withoutProto = z.unknown().superRefine((state, context) => {
  const data = z.object({ data: z.unknown() }).safeParse(state).data?.data;
  if (typeof data === 'object' && data !== null && Object.hasOwn(data, PROTO))
    context.addIssue({ code: 'custom', path: ['data', PROTO], message: NO_NAME });
});

const soundBoard = boardOf(BoardCard, CardPosition).superRefine(({ layout, data }, context) => {
  const refuse = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const ids = Object.keys(data);
  if (ids.length > MOST_CARDS) refuse(['data'], `has more than ${MOST_CARDS} cards`);
  for (const id of ids) if (isReserved(id)) refuse(['data', id], NO_NAME);
  const placed = new Set<string>();
  for (const [index, { i }] of layout.entries()) {
    if (!Object.hasOwn(data, i) || isReserved(i))
      refuse(['layout', index, 'i'], 'names a card that is not there');
    else if (placed.has(i)) refuse(['layout', index, 'i'], 'places a card twice');
    placed.add(i);
  }
});

/** A board (W§3): positions, cards by id, and settings of the whole board. Each position has a card of its own. */
export const BoardState = withoutProto.pipe(soundBoard);
export type BoardState = z.infer<typeof BoardState>;

/** The schema of a type of card, with its literal kind. */
export type CardState = z.ZodObject<{ kind: z.ZodLiteral<string> }>;

const UnknownCard = z.object({ kind: z.string().max(64) }).loose();

/**
 * A board as it is drawn. A card of a type that is not listed, or that does not fit its type, stays as it was saved, so
 * that it costs no other card and no save drops it.
 */
export function drawableBoard(states: readonly CardState[]) {
  const byKind = new Map(states.map((state) => [state.shape.kind.value, state]));
  const card = UnknownCard.transform(
    (given): AnyCard => byKind.get(given.kind)?.safeParse(given).data ?? given,
  );
  return boardOf(card, SavedPosition).transform((board) => ({
    ...board,
    layout: drawableLayout(board.layout, board.data),
  }));
}

/** A position that an earlier version may have saved outside of the grid; it is moved inside. */
const SavedPosition = z
  .strictObject({ i: cardId, x: z.int(), y: z.int(), w: z.int(), h: z.int() })
  .transform(({ i, x, y, w, h }): CardPosition => ({
    i,
    x: within(x, 0, MOST_COLUMNS),
    y: within(y, 0, MOST_ROWS),
    w: within(w, 1, MOST_COLUMNS),
    h: within(h, 1, MOST_ROWS),
  }));

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The first position of each card that exists. */
function drawableLayout(
  layout: readonly CardPosition[],
  data: Readonly<Record<string, AnyCard>>,
): CardPosition[] {
  const placed = new Set<string>();
  return layout.filter(({ i }) => {
    if (!Object.hasOwn(data, i) || placed.has(i)) return false;
    placed.add(i);
    return true;
  });
}
export type DrawableBoard = z.infer<ReturnType<typeof drawableBoard>>;
