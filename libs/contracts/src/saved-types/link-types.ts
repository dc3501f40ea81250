import { z } from 'zod';
import { BoardState } from '../board-state.ts';
import { ExploreState } from '../explore-state.ts';
import { kindsOf, type SavedTypeRules } from './saved-type.ts';
import { board } from './board.ts';
import { competency, type CompetencyState } from './competency.ts';
import { query } from './query.ts';
import { SAVED_TYPES, type FURTHER_TYPES, type SavedTypeTable } from './saved-types.ts';
import { space } from './space.ts';
import { SpaceState } from '../space-state.ts';
import { topic } from './topic.ts';

const text = (longest: number) => z.string().max(longest);
const id = z.string().min(1).max(200);
const tags = z.array(text(100)).max(50).default([]);

/** The words that people wrote on the cards of a board or topic. */
const wordsOfCards = ({ data }: BoardState) =>
  Object.values(data)
    .map((card) => `${card.title ?? ''}\n${'markdown' in card ? String(card['markdown']) : ''}`)
    .join('\n');

const ofSpace: SavedTypeRules<SpaceState> = {
  ...space,
  state: SpaceState,
  brief: ({ items }) => ({ words: items.length === 1 ? '1 item' : `${items.length} items` }),
  text: ({ items }) => items.map(({ name, description }) => `${name}\n${description}`).join('\n'),
};

const example: SavedTypeRules<ExploreState> = {
  state: ExploreState,
  creator: 'super',
  denied: 'Creating examples needs a super admin.',
  brief: ({ params }) => ({ kinds: kindsOf([params]) }),
};

const Snippet = z.strictObject({
  params: z.record(z.string().max(100), z.unknown()).default({}),
  tags,
  isForCards: z.boolean().default(false),
});

const snippet: SavedTypeRules<z.infer<typeof Snippet>> = {
  state: Snippet,
  creator: 'user',
  denied: 'Saving snippets needs the role user.',
  sharer: 'admin',
  brief: (state) => ({ tags: state.tags }),
  isRecord: true,
};

const ofCompetency: SavedTypeRules<CompetencyState> = { ...competency, text: (state) => state.text };

const Moment = z.iso.datetime().nullable().default(null);
const UserStateLink = z.strictObject({
  onboardingTasks: z
    .array(
      z.strictObject({
        id: text(100),
        completed: z.boolean().default(false),
        dismissed: z.boolean().default(false),
        completedAt: Moment,
        dismissedAt: Moment,
      }),
    )
    .max(100)
    .default([]),
  recentActivity: z
    .array(
      z.strictObject({
        type: text(40),
        id,
        name: text(200),
        url: text(2_000),
        timestamp: z.iso.datetime(),
      }),
    )
    .max(1_000)
    .default([]),
});

const userState: SavedTypeRules<z.infer<typeof UserStateLink>> = {
  state: UserStateLink,
  creator: 'user',
  denied: 'Keeping a state needs the role user.',
  isRecord: true,
  isPersonal: true,
};

/** The rules of types that no list shows. One that people open goes to `SAVED_TYPES`. */
const FURTHER_RULES = {
  'example-v0': example,
  'digest-v1': { ...topic, text: wordsOfCards },
  'snippet-v1': snippet,
  'competency-v1': ofCompetency,
  'competency-topic-v1': ofCompetency,
  'user-state-v1': userState,
} satisfies Record<(typeof FURTHER_TYPES)[number], SavedTypeRules>;

/** The rules of every type of deep link, with the words that the full-text search finds of each. */
export const LINK_TYPES: SavedTypeTable = {
  ...FURTHER_RULES,
  ...SAVED_TYPES,
  'explore-v1': { ...query, text: ({ params }) => `${params.select.join(' ')} ${params.search ?? ''}` },
  'dashboard-v1': { ...board, text: wordsOfCards },
  'digest-v2': { ...topic, text: wordsOfCards },
  'space-v1': ofSpace,
};
