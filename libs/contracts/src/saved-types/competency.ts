import { z } from 'zod';
import { topicListOf, type SavedTypeDefinition } from './saved-type.ts';

const CompetencyState = z.strictObject({
  topics: topicListOf(200),
  text: z.string().max(20_000).default(''),
  tags: z.array(z.string().max(100)).max(50).default([]),
});
/** What a competency is about, and the topics that show it. */
export type CompetencyState = z.infer<typeof CompetencyState>;

/** A saved competency. The library leaves it out, because competencies have a page of their own. */
export const competency: SavedTypeDefinition<CompetencyState> = {
  state: CompetencyState,
  creator: 'super',
  denied: 'Creating competencies needs a super admin.',
  brief: ({ topics, tags }) => ({
    tags,
    words: topics.length === 1 ? '1 topic' : `${topics.length} topics`,
  }),
  isRecord: true,
  tagsIn: 'state',
  label: 'Competency',
  plural: 'Competencies',
  searchHeading: 'Competencies',
  page: 'competency',
  howTo: 'describe a competency',
  hasOwnPath: true,
  address: (orgId, { id }) => `/${orgId}/competency/${encodeURIComponent(id)}`,
};
