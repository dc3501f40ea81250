import type { AnyCard, CardState, DeepLink } from '@cairn/contracts';
import type { SharedColors } from '@cairn/host';
import type { DateRange } from '@cairn/ui';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';

/** In columns and rows of a board. */
export interface CardSize {
  readonly w: number;
  readonly h: number;
}

/** The props of a card's body. */
export interface CardProps<C extends AnyCard = AnyCard> {
  readonly card: C;
  /** The board's dates; without them the card has its own. */
  readonly range: DateRange | null;
  readonly unlocked: boolean;
  /** The colours that all cards of the board share. */
  readonly colors: SharedColors;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onChange: (card: C) => void;
}

export interface CardEditorProps<C extends AnyCard = AnyCard> {
  readonly card: C;
  readonly onClose: () => void;
  readonly onSave: (card: C) => void;
}

/** How the picker offers a new card. */
export interface CardOffer<C extends AnyCard = AnyCard> {
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
  make(orgId: string): C;
  /** Whether the editor opens with the new card. */
  readonly opensEditor: boolean;
}

interface CardLook {
  readonly kind: string;
  readonly defaultSize: CardSize;
  readonly minSize: CardSize;
}

/** The definition of a type of card, as `defineCard` takes it. */
export interface CardDefinition<C extends AnyCard> extends Omit<CardLook, 'kind'> {
  /** Its schema; its `kind` is the type's. A card that asks keeps its query in `state`. */
  readonly state: CardState & { parse(input: unknown): C };
  readonly offer: CardOffer<C>;
  /** Makes a card of a saved thing; null when the thing is of another type or cannot be read. */
  fromLink?(link: DeepLink): C | null;
  /** The name of a card in menus and announcements. */
  titleOf(card: C): string;
  /** Draws a card in a `CardShell`, with whatever its menu offers beyond editing and removing. */
  readonly Body: ComponentType<CardProps<C>>;
  readonly Editor: ComponentType<CardEditorProps<C>>;
}

/** A type of card as boards use it. A type without an editor can be moved and removed only. */
export interface CardType extends CardLook {
  readonly offer?: CardOffer;
  fromLink?(link: DeepLink): AnyCard | null;
  titleOf(card: AnyCard): string;
  draw(props: CardProps): ReactNode;
  edit?(props: CardEditorProps): ReactNode;
}

/** A type of card that can be listed: boards read its cards by its schema. */
export interface ListedCardType extends CardType {
  readonly state: CardState;
}

/** Makes a type of card from its definition. */
export function defineCard<C extends AnyCard>(definition: CardDefinition<C>): ListedCardType {
  const { state, Body, Editor, titleOf } = definition;
  const kind = state.shape.kind.value;
  const holds = (card: AnyCard): card is C => card.kind === kind;
  return {
    ...definition,
    kind,
    titleOf: (card) => (holds(card) ? titleOf(card) : ''),
    draw: ({ card, ...props }) => (holds(card) ? <Body {...props} card={card} /> : null),
    edit: ({ card, ...props }) => (holds(card) ? <Editor {...props} card={card} /> : null),
  };
}
