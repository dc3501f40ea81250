import type { z } from 'zod';
import { BoardState } from './board-state.ts';
import { ExploreState } from './explore-state.ts';
import type { Role } from './identity.ts';

/** What a service has to know of a type of saved thing. */
export interface SavedTypeRules<State = unknown> {
  /** What its state holds; saving fills in every default. */
  readonly state: z.ZodType<State>;
  /** The least role that may create one. */
  readonly creator: Role;
  /** What somebody below that role is told. */
  readonly denied: string;
}

/** Every type of saved thing. The service, the contract and `@cairn/saved` read this table. */
export const SAVED_TYPES = {
  'dashboard-v1': {
    state: BoardState,
    creator: 'admin',
    denied: 'Creating boards needs an admin of the org.',
  },
  'explore-v1': {
    state: ExploreState,
    creator: 'user',
    denied: 'Saving queries needs the role user.',
  },
} as const satisfies Readonly<Record<string, SavedTypeRules>>;

export type LinkType = keyof typeof SAVED_TYPES;

/** A table of types; tests plant further ones in it. */
export type SavedTypeTable = Readonly<Record<LinkType, SavedTypeRules>>;
