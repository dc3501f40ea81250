import type { Query } from '@cairn/query';
import { z } from 'zod';
import { BoardState, queriesOfCard } from './board-state.ts';
import { ExploreState } from './explore-state.ts';
import type { Role } from './identity.ts';

/** What lists say of a saved thing. The service works it out when the thing is saved, so that no list carries states. */
export const LinkBrief = z.object({
  /** The kinds that its queries ask for. */
  kinds: z.array(z.string()).default([]),
  /** Tags of its own, beside those of the link. */
  tags: z.array(z.string()).default([]),
  /** What it holds, in a few words. */
  words: z.string().default(''),
  /** What it asks, when that is short; a longer one is read by its id. */
  question: ExploreState.nullable().default(null),
});
export type LinkBrief = z.infer<typeof LinkBrief>;

/** How many characters a question may have to be told in lists. */
export const BRIEF_LENGTH = 4_000;

/** What a service has to know of a type of saved thing. */
export interface SavedTypeRules<State = unknown> {
  /** What its state holds; saving fills in every default. */
  readonly state: z.ZodType<State>;
  /** The least role that may create one. */
  readonly creator: Role;
  /** What somebody below that role is told. */
  readonly denied: string;
  /** What lists say of a state. */
  brief?(state: State): Partial<LinkBrief>;
}

const kindsOf = (queries: readonly Query[]) => [...new Set(queries.flatMap(({ select }) => select))];

/** Every type of saved thing. The service, the contract and `@cairn/saved` read this table. */
export const SAVED_TYPES = {
  'dashboard-v1': {
    state: BoardState,
    creator: 'admin',
    denied: 'Creating boards needs an admin of the org.',
    brief: ({ layout, data, extras }: BoardState) => ({
      kinds: kindsOf(Object.values(data).flatMap(queriesOfCard)),
      tags: extras.tags,
      words: layout.length === 1 ? '1 card' : `${layout.length} cards`,
    }),
  },
  'explore-v1': {
    state: ExploreState,
    creator: 'user',
    denied: 'Saving queries needs the role user.',
    brief: (state: ExploreState) => ({
      kinds: kindsOf([state.params]),
      question: JSON.stringify(state).length > BRIEF_LENGTH ? null : state,
    }),
  },
} as const satisfies Readonly<Record<string, SavedTypeRules>>;

export type LinkType = keyof typeof SAVED_TYPES;

/** A table of types; tests plant further ones in it. */
export type SavedTypeTable = Readonly<Record<LinkType, SavedTypeRules>>;
