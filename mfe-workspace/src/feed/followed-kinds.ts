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

const PLACES: Partial<Record<FollowedKind, string>> = {
  team: 'teams',
  board: 'boards',
  space: 'space',
  topic: 'topics',
  report: 'reports',
};

/** The address at which something that is followed opens. */
export function addressOfFollowed(orgId: string, kind: FollowedKind, id: string): string {
  // A query opens from the library, because its address holds more than its id.
  if (kind === 'query') return `/${orgId}/library?filter=type%3Aquery`;
  return `/${orgId}/${PLACES[kind] ?? 'entity'}/${encodeURIComponent(id)}`;
}
