import type { Query } from '@cairn/query';
import { z } from 'zod';
import type { OrgChoices } from '../org-choices.ts';
import { ExploreState } from '../explore-state.ts';
import type { Role } from '../identity.ts';

/** The summary of a saved thing in lists. The service derives it on each save, so that no list carries states. */
export const LinkBrief = z.object({
  /** The kinds that its queries ask for. */
  kinds: z.array(z.string()).default([]),
  /** Tags of its own, beside those of the link. */
  tags: z.array(z.string()).default([]),
  /** Its content in a few words. */
  words: z.string().default(''),
  /** Its query and views, when they are short; longer ones are read by its id. */
  question: ExploreState.nullable().default(null),
});
export type LinkBrief = z.infer<typeof LinkBrief>;

/** The most characters of a question in lists. */
export const BRIEF_LENGTH = 4_000;

/** The parts of an address. */
export interface AddressedLink {
  readonly id: string;
  readonly name: string;
  readonly brief: LinkBrief;
}

/** The rules of a type of saved thing, which a service reads. */
export interface SavedTypeRules<State = unknown> {
  /** The schema of its state; saving fills in every default. */
  readonly state: z.ZodType<State>;
  /** The least role that may create one, or the choice of the org that names it. */
  readonly creator: Role | keyof OrgChoices;
  /** The message to people below that role. */
  readonly denied: string;
  /** The least role that shares one with the org, and changes a shared one. Without it owners do, and admins. */
  readonly sharer?: Role;
  /** The summary of a state in lists. */
  brief?(state: State): Partial<LinkBrief>;
  /** The part of its state that keeps its tags (W§3); without one they stand in its group alone. */
  readonly tagsIn?: 'state' | 'extras';
  /** The words of a state that the full-text search finds, beside name, description and tags. */
  text?(state: State): string;
  /** How the library's filter reads plain words: with tags as well, or not at all. Names and descriptions else. */
  readonly filterWords?: 'tags too' | 'ignored';
  /** Place in the library's order by type; types without a place come last. */
  readonly libraryOrder?: number;
  /** Set where its state is a value of the field `json`, and not a document of cards or a query (W§3). */
  readonly isRecord?: true;
  /** Set where it belongs to one user alone: it is always private, and no list mixes it with others. */
  readonly isPersonal?: true;
}

/** A type of saved thing: its rules, its words, and where it opens. */
export interface SavedTypeDefinition<State = unknown> extends SavedTypeRules<State> {
  /** `Board`; in lower case the word of filters and messages. */
  readonly label: string;
  readonly plural: string;
  /** The heading of several in Search or ask. */
  readonly searchHeading: string;
  /** Path of the page that shows one; its icon is the type's. */
  readonly page: string;
  /** Tells people how to get one: `Ask a question in Explore and save it`. */
  readonly howTo: string;
  /** The action that starts a new one; absent where nobody starts one by hand. */
  readonly create?: {
    readonly label: string;
    readonly tabTitle: string;
    /** Below the org: `boards/new`. */
    readonly path: string;
    /** The reason told to people of a lower role. */
    readonly denied?: string;
  };
  /** The address at which it opens. */
  address(orgId: string, link: AddressedLink): string;
  /** Whether the path alone identifies its address, so that the sidebar can mark the open one. */
  readonly hasOwnPath: boolean;
  /** The query and views that a board card shows; only types with this can become a card. */
  question?(state: State): ExploreState;
  /** Its question in words, where its brief has a short one. */
  summary?(question: ExploreState, titleOf: (query: Query) => string): string;
}

/** The ids of the topics that a thing names, in its order. */
export const topicListOf = (most: number) => z.array(z.string().min(1).max(64)).max(most).default([]);

/** The kinds that queries ask for, each once. */
export const kindsOf = (queries: readonly Query[]): string[] => [
  ...new Set(queries.flatMap(({ select }) => select)),
];
