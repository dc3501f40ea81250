import type { FollowedKind } from '@cairn/contracts';

/** Several of each kind of what people follow. */
export const FOLLOWED_WORDS: Readonly<Record<FollowedKind, string>> = {
  person: 'People',
  repository: 'Repositories',
  project: 'Projects',
  team: 'Teams',
  board: 'Boards',
  space: 'Spaces',
  query: 'Queries',
  topic: 'Topics',
  report: 'Reports',
};
