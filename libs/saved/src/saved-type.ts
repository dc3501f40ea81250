import type { DeepLink, ExploreState, LinkSummary, LinkType, SavedTypeRules } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import type { LucideIcon } from 'lucide-react';

/** What a front-end has to know of a type of saved thing. `State` is what its schema accepts. */
export interface SavedTypeDefinition<State> {
  readonly type: LinkType;
  /** Its entry of `SAVED_TYPES` in `@cairn/contracts`. */
  readonly rules: SavedTypeRules<State>;
  /** `Board`; in lower case the word of filters and messages. */
  readonly label: string;
  readonly plural: string;
  /** What Search or ask calls several of them. */
  readonly searchHeading: string;
  readonly icon: LucideIcon;
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
  address(orgId: string, link: LinkSummary): string;
  /** Whether the path alone identifies its address, so that the sidebar can mark the open one. */
  readonly hasOwnPath: boolean;
  /** What a board card shows of it; only types that have this can become a card. */
  question?(state: State): ExploreState;
  /** What it asks in words, where its brief has a short question. */
  summary?(question: ExploreState, titleOf: (query: Query) => string): string;
}

/** A type of saved thing. Lists tell its brief; its state is read by its id, and may be one that cannot be read. */
export interface SavedType<State = unknown> extends Omit<
  SavedTypeDefinition<unknown>,
  'question' | 'summary'
> {
  /** The word of filters and messages. */
  readonly word: string;
  readonly isQuestion: boolean;
  /** The state of a link; null when it is of another type, or cannot be read any more. */
  stateOf(link: Pick<DeepLink, 'type' | 'state'>): State | null;
  question(link: Pick<DeepLink, 'type' | 'state'>): ExploreState | null;
  /** What it holds, in a few words; `titleOf` puts a query into words. */
  summary(link: LinkSummary, titleOf: (query: Query) => string): string;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Makes an entry of the table from its definition. */
export function defineSavedType<State>(definition: SavedTypeDefinition<State>): SavedType<State> {
  const stateOf = (link: Pick<DeepLink, 'type' | 'state'>): State | null => {
    if (link.type !== definition.type) return null;
    return definition.rules.state.safeParse(parseJson(link.state)).data ?? null;
  };
  return {
    ...definition,
    word: definition.label.toLowerCase(),
    isQuestion: definition.question !== undefined,
    stateOf,
    question: (link) => {
      const state = stateOf(link);
      return state === null ? null : (definition.question?.(state) ?? null);
    },
    summary: ({ brief: { words, question } }, titleOf) =>
      question ? (definition.summary?.(question, titleOf) ?? words) : words,
  };
}
