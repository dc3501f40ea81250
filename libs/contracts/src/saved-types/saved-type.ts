import type { Query } from '@cairn/query';
import { z } from 'zod';
import type { OrgChoices } from '../access.ts';
import { ExploreState } from '../explore-state.ts';
import type { Role } from '../identity.ts';

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

/** What an address is made of. */
export interface AddressedLink {
  readonly id: string;
  readonly name: string;
  readonly brief: LinkBrief;
}

/** What a service has to know of a type of saved thing. */
export interface SavedTypeRules<State = unknown> {
  /** What its state holds; saving fills in every default. */
  readonly state: z.ZodType<State>;
  /** The least role that may create one, or the choice of the org that names it. */
  readonly creator: Role | keyof OrgChoices;
  /** What somebody below that role is told. */
  readonly denied: string;
  /** What lists say of a state. */
  brief?(state: State): Partial<LinkBrief>;
}

/** A type of saved thing: its rules, its words, and where it opens. */
export interface SavedTypeDefinition<State = unknown> extends SavedTypeRules<State> {
  /** `Board`; in lower case the word of filters and messages. */
  readonly label: string;
  readonly plural: string;
  /** What Search or ask calls several of them. */
  readonly searchHeading: string;
  /** Path of the page that shows one; its icon is the type's. */
  readonly page: string;
  /** Place in the library's order by type; types without a place come last. */
  readonly libraryOrder?: number;
  /** How the library's filter reads plain words: with tags as well, or not at all. Names and descriptions else. */
  readonly filterWords?: 'tags too' | 'ignored';
  /** Tells people how to get one: `Ask a question in Explore and save it`. */
  readonly howTo: string;
  /** Starts a new one; a type that nobody starts by hand has none. */
  readonly create?: {
    readonly label: string;
    readonly tabTitle: string;
    /** Below the org: `boards/new`. */
    readonly path: string;
    /** Why a person of a lower role cannot. */
    readonly denied?: string;
  };
  /** Where it opens. */
  address(orgId: string, link: AddressedLink): string;
  /** Whether the path alone identifies its address, so that the sidebar can mark the open one. */
  readonly hasOwnPath: boolean;
  /** What a board card shows of it; only types that have this can become a card. */
  question?(state: State): ExploreState;
  /** What it asks in words, where its brief has a short question. */
  summary?(question: ExploreState, titleOf: (query: Query) => string): string;
}

/** The kinds that queries ask for, each once. */
export const kindsOf = (queries: readonly Query[]): string[] => [
  ...new Set(queries.flatMap(({ select }) => select)),
];
