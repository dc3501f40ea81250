import { followedQuery } from '@cairn/client';
import { feedQuery, followedChangesQuery, type FeedOf } from '@cairn/client/feed';
import { EntityUuid, FollowedLinkKind, type Followed, type FollowedKind } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FeedAddress } from './feed-address.ts';
import { entryOfChange, entryOfEvent, type FeedEntry } from './entries.ts';

const isUuid = (id: string) => EntityUuid.safeParse(id).success;

/** The ids of what is followed, by its kind. Ids that no entity has are left out. */
function idsOf(followed: readonly Followed[], kind: FollowedKind): EntityUuid[] {
  return followed.flatMap((each) =>
    each.kind === kind && isUuid(each.id) ? [EntityUuid.parse(each.id)] : [],
  );
}

function feedOf(followed: readonly Followed[], address: FeedAddress, timezone: string): FeedOf {
  const { type, project, team, when } = address;
  const chosen = (id: string | null) => (id !== null && isUuid(id) ? [EntityUuid.parse(id)] : []);
  return {
    people: idsOf(followed, 'person'),
    repositories: idsOf(followed, 'repository'),
    projects: idsOf(followed, 'project'),
    teams: idsOf(followed, 'team'),
    filter: {
      types: type !== null && !isSavedKind(type) ? [type] : [],
      projects: chosen(project),
      teams: chosen(team),
    },
    ...when,
    timezone,
  };
}

const isSavedKind = (type: string): type is FollowedLinkKind => FollowedLinkKind.safeParse(type).success;

/** A followed entity with the path below the org at which it opens. */
const nameOfEntity = ({ kind, uuid: id, name }: { kind: string; uuid: string; name: string }) => ({
  kind,
  id,
  name,
  path: kind === 'team' ? `teams/${id}` : `entity/${id}`,
});

/** What the user follows and what happened to it, newest first, in pages. */
export function useFeed(address: FeedAddress) {
  const { org, timezone } = useHost();
  const followed = useQuery(followedQuery(org.id));
  const of = feedOf(followed.data ?? [], address, timezone);
  const follows = (followed.data ?? []).length > 0;
  const events = useInfiniteQuery({ ...feedQuery(org.id, of), enabled: follows });
  const meta = events.data?.pages[0]?.meta;
  const span = meta ? { start: meta.start, end: meta.end } : null;
  const changes = useQuery({
    ...followedChangesQuery(org.id, span ?? { start: '', end: '' }),
    enabled: span !== null,
  });
  const isWhole = !events.hasNextPage;
  const told = (events.data?.pages ?? []).flatMap(({ data }) => data.map(entryOfEvent));
  const oldest = told.at(-1)?.at ?? '';
  const saved = (changes.data?.data ?? [])
    .map((change) => entryOfChange(change, org.id, timezone))
    // What is older than the last event shown comes with the pages that follow.
    .filter(({ at }) => isWhole || at >= oldest);
  const { type, project, team } = address;
  const savedFit = project === null && team === null && (type === null || isSavedKind(type));
  const entries: FeedEntry[] = [
    ...(type !== null && isSavedKind(type) ? [] : told),
    ...(savedFit ? saved.filter(({ kind }) => type === null || kind === type) : []),
  ].toSorted((one, other) => other.at.localeCompare(one.at));
  const ofChanges = changes.data?.followed ?? [];
  return {
    followed: followed.data,
    error: followed.error ?? events.error ?? changes.error,
    /** Whether what happened is known; without it nothing is said to be missing. */
    isRead: events.data !== undefined && changes.data !== undefined,
    isPending: followed.isPending || (follows && events.isPending),
    entries,
    names: [...(meta?.followed ?? []).map(nameOfEntity), ...ofChanges],
    total: (type !== null && isSavedKind(type) ? 0 : (meta?.total ?? 0)) + (savedFit ? saved.length : 0),
    choices: meta?.choices,
    changed: new Set(saved.map(({ kind }) => kind)),
    limited: meta?.limited ?? false,
    isWhole,
    isLoadingMore: events.isFetchingNextPage,
    more: () => void events.fetchNextPage(),
    retry: () => void Promise.all([followed.refetch(), events.refetch(), changes.refetch()]),
  };
}

export type Feed = ReturnType<typeof useFeed>;
