import type {
  DeepLink,
  ExploreState,
  LinkSummary,
  LinkType,
  SavedTypeDefinition,
  SavedTypeRules,
} from '@cairn/contracts';
import { PAGES } from '@cairn/host';
import type { Query } from '@cairn/query';
import { FileText, type LucideIcon } from 'lucide-react';

/** A type of saved thing. Lists hold its brief; its state is read by its id, and may be unreadable. */
export interface SavedType<State = unknown> extends Omit<
  SavedTypeDefinition,
  'question' | 'summary' | Exclude<keyof SavedTypeRules, 'libraryOrder'>
> {
  readonly type: LinkType;
  readonly rules: SavedTypeRules;
  readonly icon: LucideIcon;
  /** The word of filters and messages. */
  readonly word: string;
  readonly isQuestion: boolean;
  /** The state of a link; null when it is of another type, or cannot be read any more. */
  stateOf(link: Pick<DeepLink, 'type' | 'state'>): State | null;
  question(link: Pick<DeepLink, 'type' | 'state'>): ExploreState | null;
  /** Its content in a few words; `titleOf` puts a query into words. */
  summary(link: LinkSummary, titleOf: (query: Query) => string): string;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const iconOf = (path: string): LucideIcon => PAGES.find((page) => page.path === path)?.icon ?? FileText;

/** A type as front-ends read it, from its definition in the table. */
export function savedTypeOf<State>(type: LinkType, definition: SavedTypeDefinition<State>): SavedType<State> {
  const { question, summary, ...plain } = definition;
  const stateOf = (link: Pick<DeepLink, 'type' | 'state'>): State | null =>
    link.type === type ? (definition.state.safeParse(parseJson(link.state)).data ?? null) : null;
  return {
    ...plain,
    type,
    rules: definition,
    icon: iconOf(definition.page),
    word: definition.label.toLowerCase(),
    isQuestion: question !== undefined,
    stateOf,
    question: (link) => {
      const state = stateOf(link);
      return state === null ? null : (question?.(state) ?? null);
    },
    summary: ({ brief }, titleOf) =>
      brief.question ? (summary?.(brief.question, titleOf) ?? brief.words) : brief.words,
  };
}
