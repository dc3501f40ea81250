import { z } from 'zod';
import { topicListOf, type SavedTypeDefinition } from './saved-type.ts';

const ReportState = z.strictObject({
  topics: topicListOf(200),
  tags: z.array(z.string().max(100)).max(50).default([]),
  /** The kinds of entities to which it can be narrowed; their pages offer it. */
  filterable: z.array(z.string().max(60)).max(40).default([]),
  /** The topics that are chosen at first where it is narrowed; the first three without any. */
  suggested: topicListOf(200),
});
/** A report: topics in their order, by the ids of their deep links. */
export type ReportState = z.infer<typeof ReportState>;

/** How a report is opened, in the parameter `s` of its address (E§2). */
export interface ReportLaunch {
  /** Its name. */
  readonly n: string;
  /** The ids of the topics that it shows. */
  readonly d: readonly string[];
  /** What it is narrowed to: values by the type of entity. */
  readonly o: Readonly<Record<string, readonly string[]>>;
  /** The range of time. */
  readonly tf: 'P7D' | 'P30D' | 'P90D' | 'P1Y';
}

/** A saved report. */
export const report: SavedTypeDefinition<ReportState> = {
  state: ReportState,
  creator: 'super',
  denied: 'Creating reports needs a super admin.',
  brief: ({ topics, tags, filterable }) => ({
    tags,
    kinds: filterable,
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
