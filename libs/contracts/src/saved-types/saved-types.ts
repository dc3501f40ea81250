import { board } from './board.ts';
import { query } from './query.ts';
import type { SavedTypeDefinition } from './saved-type.ts';

/** Every type of saved thing, in the order of menus and of Search or ask. Services and front-ends read this table. */
export const SAVED_TYPES = {
  'explore-v1': query,
  'dashboard-v1': board,
} as const;

export type LinkType = keyof typeof SAVED_TYPES;

/** A table of types; tests plant further ones in it. */
export type SavedTypeTable = Readonly<Record<LinkType, SavedTypeDefinition>>;
