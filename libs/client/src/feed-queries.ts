import { createClient, type OrgId } from '@cairn/contracts';
import type { feedContract, FeedFilter, followedChangesContract } from '@cairn/contracts/feed';
import { GRAPH_DATA } from '@cairn/host';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { whileAway } from './away.ts';
import { keyOf } from './keys.ts';
import { readAt } from './route-at.ts';

const send = (url: string, init: RequestInit) => fetch(url, init);

/** The routes of what somebody follows; loaded with the feed. */
const feedClient = /* #__PURE__ */ createClient(
  {
    readFeed: readAt<typeof feedContract.readFeed>('/api/{orgId}/feed'),
    listFollowedChanges: readAt<typeof followedChangesContract.listFollowedChanges>(
      '/api/{orgId}/following/changes',
    ),
  },
  send,
);

type FeedInput = NonNullable<Parameters<typeof feedClient.readFeed>[0]['input']>;

/** What a feed is of: who and what is followed, and what it is narrowed to. */
export type FeedOf = Pick<
  FeedInput,
  'people' | 'repositories' | 'projects' | 'teams' | 'duration' | 'startDate' | 'endDate'
> & {
  readonly filter: FeedFilter;
  readonly timezone: string;
};

const PAGE = 50;
const FRESH_MS = 20_000;

/** The events of what is followed, fifty at a time. */
export function feedQuery(orgId: OrgId, of: FeedOf) {
  return infiniteQueryOptions({
    queryKey: keyOf('feed', orgId, of),
    queryFn: ({ signal, pageParam }) => {
      const input = { ...of, pagination: { page: pageParam, pageSize: PAGE } };
      return feedClient.readFeed({ params: { orgId }, input, signal });
    },
    initialPageParam: 1,
    getNextPageParam: ({ meta: { page, pageSize, total } }) =>
      page * pageSize < total ? page + 1 : undefined,
    meta: GRAPH_DATA,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: whileAway,
  });
}

/** Changes of followed boards and spaces in a time. */
export function followedChangesQuery(orgId: OrgId, span: { readonly start: string; readonly end: string }) {
  return queryOptions({
    queryKey: keyOf('followedChanges', orgId, span),
    queryFn: ({ signal }) =>
      feedClient.listFollowedChanges({ params: { orgId }, input: { ...span }, signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: whileAway,
  });
}
