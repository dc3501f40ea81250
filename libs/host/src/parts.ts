import type { View } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import type { ComponentType } from 'react';

/** The colours that the pictures of one page share, so that a category has one colour in all of them (ruling 2). */
export interface SharedColors {
  /** All categories that were added; another set after one was added. */
  categories(this: void): ReadonlySet<string>;
  /** A picture colours these categories. */
  add(this: void, categories: readonly string[]): void;
  subscribe(this: void, listener: () => void): () => void;
}

/** Draws a query with a view; fetches, caches and shows its own loading, empty and error states. */
export interface QuestionViewProps {
  query: Query;
  view: View;
  /** Pixels; without it the part fills its container. */
  height?: number;
  /** A picture of rows takes the height that they need, up to this many pixels. */
  mostHeight?: number;
  /** Called when a person changes the view in place (sort, unit); without it such changes stay local. */
  onViewChange?: (view: View) => void;
  /** Names the drawing for assistive technology, e.g. the card's title. */
  label: string;
  /** False hides the way to Explore from the rows behind a value. */
  openInExplore?: boolean;
  /** The colours that it shares with its neighbours; without them it has its own. */
  colors?: SharedColors;
}

export interface EntityDrawerProps {
  uuid: string;
  /** Uuids of the list it was opened from, for moving up and down. */
  siblings: readonly string[];
  onMove: (uuid: string) => void;
  /** The list goes on past its end, where it can. */
  onPast?: (step: -1 | 1) => void;
  onTitle: (title: string) => void;
}

/** Shows how a query is asked and answered, to whoever may see that (W§2.8). */
export interface DebugQueryProps {
  query: Query;
  view: View;
  onClose: () => void;
}

/** Lists the events of a query as rows of activity, newest first; each opens its entity. */
export interface ActivityListProps {
  query: Query;
  /** Names the list for assistive technology. */
  label: string;
}

/** What an entity is at a glance, beside the element that the pointer stays on. */
export interface HoverCardProps {
  uuid: string;
  anchor: DOMRect;
  /** The id that describes the element. */
  id: string;
}

export interface BoardProps {
  boardId: string;
  /** Narrows the cards that ask for the same kind to these rows. */
  rows?: Query;
  /** Narrows every card to what leads to this entity; a card of what does not says so. */
  entity?: { readonly kind: string; readonly uuid: string };
}

/** A conversation about data, beside the page that shows them (W§2.9). */
export interface ChatPanelProps {
  /** Tells this conversation from others: the id of a board, or the name of a page. */
  place: string;
  /** What the conversation is about, in words. */
  title: string;
  /** The queries of the page. */
  sources: readonly ChatPanelSource[];
  /** The dates and filters of the page. */
  within?: Query;
  onClose: () => void;
}

/** A query that a page hands to a conversation. */
export interface ChatPanelSource {
  title: string;
  query: Query;
  view: View | null;
}

/** Puts something into a space: finds or makes the space, then names and describes the item (W§2.8). */
export interface SpacePickerProps {
  item: SpaceItemOffer;
  onClose: () => void;
}

/** What can be put into a space. */
export type SpaceItemOffer =
  | { type: 'board' | 'query'; name: string; config: { id: string } }
  | { type: 'entity'; name: string; config: { uuid: string } };

/** Leads the user to a second factor, step by step; it needs no org. */
export interface SecondFactorProps {
  /** Two factors are on, and the recovery codes are kept. */
  onDone: () => void;
}

/** A remote with pages. It has no parent route: its routes name whole paths, e.g. `/:orgId/boards/:boardId`. */
export type PageProps = Record<never, never>;

/** Every module that a remote exposes, by `remote/Module`. The registry and the builds are checked against this table. */
export interface Parts {
  'explore/App': PageProps;
  'explore/QuestionView': QuestionViewProps;
  'explore/DebugQuery': DebugQueryProps;
  'entity/App': PageProps;
  'entity/EntityDrawer': EntityDrawerProps;
  'entity/ActivityList': ActivityListProps;
  'entity/HoverCard': HoverCardProps;
  'workspace/App': PageProps;
  'workspace/Board': BoardProps;
  'workspace/SpacePicker': SpacePickerProps;
  'workspace/ChatPanel': ChatPanelProps;
  'settings/App': PageProps;
  'settings/SecondFactor': SecondFactorProps;
}
export type PartName = keyof Parts;

/**
 * Every part by name; it compiles only when it agrees with `Parts`. The builds derive each remote's exposed
 * modules from it.
 */
const PARTS: Readonly<Record<PartName, true>> = {
  'explore/App': true,
  'explore/QuestionView': true,
  'explore/DebugQuery': true,
  'entity/App': true,
  'entity/EntityDrawer': true,
  'entity/ActivityList': true,
  'entity/HoverCard': true,
  'workspace/App': true,
  'workspace/Board': true,
  'workspace/SpacePicker': true,
  'workspace/ChatPanel': true,
  'settings/App': true,
  'settings/SecondFactor': true,
};
export const PART_NAMES = Object.keys(PARTS) as readonly PartName[];

/** The names of the remotes that have parts, each once. */
export const REMOTE_NAMES: readonly string[] = [
  ...new Set(PART_NAMES.map((part) => part.split('/')[0] ?? part)),
];

/** The export of a part's module: its component under the module's name, e.g. `export const QuestionView`. */
export type PartModule<N extends PartName> = Record<string, ComponentType<Parts[N]>>;

/** Raise it when a remote built against the old interface can no longer run in the new shell. */
export const HOST_CONTRACT = 1;
