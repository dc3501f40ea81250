import type { DeepLink, ExploreState, LinkType, SavedTypeRules } from '@cairn/contracts';
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
  /** Where it opens; `state` is null when it cannot be read any more. */
  address(orgId: string, link: DeepLink, state: State | null): string;
  /** Whether the path alone identifies its address, so that the sidebar can mark the open one. */
  readonly hasOwnPath: boolean;
  /** The queries that it asks, for what it needs of sources. */
  queries?(state: State): readonly Query[];
  /** What a board card shows of it; only types that have this can become a card. */
  question?(state: State): ExploreState;
  /** Tags of its own, beside those of the link. */
  tags?(state: State): readonly string[];
  /** What it holds, in a few words; `titleOf` puts a query into words. */
  summary?(state: State, titleOf: (query: Query) => string): string;
}

type FromLink = 'address' | 'queries' | 'question' | 'tags' | 'summary';

/** A type of saved thing. Everything is read from a link; a state that cannot be read has nothing in it. */
export interface SavedType<State = unknown> extends Omit<SavedTypeDefinition<unknown>, FromLink> {
  /** The word of filters and messages. */
  readonly word: string;
  readonly isQuestion: boolean;
  /** The state of a link; null when it is of another type, or cannot be read any more. */
  stateOf(link: Pick<DeepLink, 'type' | 'state'>): State | null;
  address(orgId: string, link: DeepLink): string;
  queries(link: DeepLink): readonly Query[];
  question(link: DeepLink): ExploreState | null;
  tags(link: DeepLink): readonly string[];
  summary(link: DeepLink, titleOf: (query: Query) => string): string;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Makes an entry of the table from its definition: it reads the state of a link once for every field. */
export function defineSavedType<State>(definition: SavedTypeDefinition<State>): SavedType<State> {
  const stateOf = (link: Pick<DeepLink, 'type' | 'state'>): State | null => {
    if (link.type !== definition.type) return null;
    return definition.rules.state.safeParse(parseJson(link.state)).data ?? null;
  };
  const read = <Value>(
    link: DeepLink,
    take: ((state: State) => Value) | undefined,
    without: Value,
  ): Value => {
    const state = stateOf(link);
    return state === null || !take ? without : take(state);
  };
  return {
    ...definition,
    word: definition.label.toLowerCase(),
    isQuestion: definition.question !== undefined,
    stateOf,
    address: (orgId, link) => definition.address(orgId, link, stateOf(link)),
    queries: (link) => read<readonly Query[]>(link, definition.queries, []),
    question: (link) => read<ExploreState | null>(link, definition.question, null),
    tags: (link) => read<readonly string[]>(link, definition.tags, []),
    summary: (link, titleOf) => read(link, (state) => definition.summary?.(state, titleOf) ?? '', ''),
  };
}
