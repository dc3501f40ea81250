import { board } from './board.ts';
import { query } from './query.ts';
import type { SavedTypeDefinition, SavedTypeRules } from './saved-type.ts';

/** Every type of deep link (W§3). Their rules stand in `LINK_TYPES` of `@cairn/contracts/link-types`. */
export const LINK_TYPE_NAMES = [
  'explore-v1',
  'dashboard-v1',
  'example-v0',
  'digest-v1',
  'digest-v2',
  'snippet-v1',
  'narrative-v1',
  'space-v1',
  'competency-v1',
  'competency-topic-v1',
  'user-state-v1',
] as const;

export type LinkType = (typeof LINK_TYPE_NAMES)[number];

/** The types that front-ends list, open and create, in the order of menus and of Search or ask. */
export const SAVED_TYPES = {
  'explore-v1': query,
  'dashboard-v1': board,
} as const satisfies ListedTypeTable;

/** A table of the types that front-ends list; tests plant further ones in it. */
export type ListedTypeTable = Readonly<Partial<Record<LinkType, SavedTypeDefinition>>>;

/** A table of the rules of every type, which the service reads. */
export type SavedTypeTable = Readonly<Record<LinkType, SavedTypeRules>>;
