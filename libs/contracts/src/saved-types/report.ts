import { z } from 'zod';
import { topicListOf, type SavedTypeDefinition } from './saved-type.ts';

const ReportState = z.strictObject({
  topics: topicListOf(200),
  tags: z.array(z.string().max(100)).max(50).default([]),
});
/** A report: topics in their order, by the ids of their deep links. */
export type ReportState = z.infer<typeof ReportState>;

/** A saved report. */
export const report: SavedTypeDefinition<ReportState> = {
  state: ReportState,
  creator: 'super',
  denied: 'Creating reports needs a super admin.',
  brief: ({ topics, tags }) => ({
    tags,
    words: topics.length === 1 ? '1 topic' : `${topics.length} topics`,
  }),
  tagsIn: 'state',
  label: 'Report',
  plural: 'Reports',
  searchHeading: 'Narratives',
  page: 'reports',
  libraryOrder: 4,
  filterWords: 'ignored',
  howTo: 'put topics into a report',
  hasOwnPath: true,
  address: (orgId, { id }) => `/${orgId}/reports/${encodeURIComponent(id)}`,
};
