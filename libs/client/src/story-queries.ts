import { AppError, createClient, type entityContract, EntityUuid, type OrgId } from '@cairn/contracts';
import type { entityStoryContract, EventFilter } from '@cairn/contracts/story';
import { GRAPH_DATA } from '@cairn/host';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isAway } from './away.ts';
import { keyOf, type Thing } from './keys.ts';
import { readAt } from './route-at.ts';

type Story = typeof entityStoryContract;

const route = <Name extends keyof Story>(path: Story[Name]['path']) => readAt<Story[Name]>(path);

/** The routes of svc-graph that tell the story of one entity. */
const storyClient = /* #__PURE__ */ createClient(
  {
    entityHistory: route<'entityHistory'>('/api/{orgId}/entity-history'),
    entityTimeMachine: route<'entityTimeMachine'>('/api/{orgId}/entity-time-machine'),
    entityAsOf: route<'entityAsOf'>('/api/{orgId}/entity-as-of'),
    entityStatusHistory: route<'entityStatusHistory'>('/api/{orgId}/entity-status-history'),
    entityContributors: route<'entityContributors'>('/api/{orgId}/entity-contributors'),
    entityWork: route<'entityWork'>('/api/{orgId}/entity-work'),
    entityRelated: route<'entityRelated'>('/api/{orgId}/entity-related'),
    entityLineage: route<'entityLineage'>('/api/{orgId}/entity-lineage'),
    entityAround: route<'entityAround'>('/api/{orgId}/entity-around'),
  },
  (url, init) => fetch(url, init),
);

/** How long answers count as fresh (E§9). */
const FRESH_MS = 20_000;
const TIME_MACHINE_FRESH_MS = 60_000;
/** Rows of a page (E§9). */
const PAGE = {
  history: 5,
  timeline: 1_000,
  timeMachine: 20,
  work: 10,
  contributors: 5,
  related: 20,
} as const;
const MOST_RETRIES = 2;

/** Retries a service that is down until it is back, and an internal error a few times. */
const retry = (count: number, error: Error) =>
  isAway(error) || (count < MOST_RETRIES && error instanceof AppError && error.code === 'internal');

/** Which entity a story is of, and the zone of its days. */
export interface StoryOf {
  readonly orgId: OrgId;
  readonly uuid: string;
  readonly timezone: string;
}

const resolutionClient = /* #__PURE__ */ createClient(
  { resolution: readAt<typeof entityContract.resolution>('/api/{orgId}/resolution/show') },
  (url, init) => fetch(url, init),
);

const bodyOf = ({ orgId, uuid, timezone }: StoryOf) => {
  if (!orgId) throw new AppError('invalid_input', 'orgId is undefined');
  return { orgId, entityUuid: EntityUuid.parse(uuid), timezone };
};
const shared = (thing: Thing, { orgId, uuid, timezone }: StoryOf, ...which: readonly unknown[]) => ({
  queryKey: keyOf(thing, orgId, uuid, timezone, ...which),
  meta: GRAPH_DATA,
  staleTime: FRESH_MS,
  placeholderData: keepPreviousData,
  retry,
});

interface Paged {
  readonly meta: { readonly page: number; readonly pageSize: number; readonly total: number };
}
const paged = {
  initialPageParam: 1,
  getNextPageParam: ({ meta }: Paged) => (meta.page * meta.pageSize < meta.total ? meta.page + 1 : undefined),
};

export interface TimelineOptions {
  readonly filters?: readonly EventFilter[];
  readonly withoutBots?: boolean;
}

/** The latest events of an entity, five at a time. */
export function latestEventsQuery(story: StoryOf) {
  return infiniteQueryOptions({
    ...shared('entityHistory', story),
    ...paged,
    queryFn: ({ signal, pageParam }) => {
      const pagination = { page: pageParam, pageSize: PAGE.history };
      const input = { ...bodyOf(story), pagination };
      return storyClient.entityHistory({ params: { orgId: story.orgId }, input, signal });
    },
  });
}

/** The whole timeline of an entity, a thousand events at a time, with what it can be filtered by. */
export function timelineQuery(story: StoryOf, { filters = [], withoutBots = false }: TimelineOptions = {}) {
  return infiniteQueryOptions({
    ...shared('entityHistory', story, 'timeline', filters, withoutBots),
    ...paged,
    queryFn: ({ signal, pageParam }) => {
      const pagination = { page: pageParam, pageSize: PAGE.timeline };
      const facets = pageParam === 1;
      const input = { ...bodyOf(story), pagination, filters: [...filters], withoutBots, facets };
      return storyClient.entityHistory({ params: { orgId: story.orgId }, input, signal });
    },
  });
}

/** The changes of an entity itself, twenty at a time. */
export function timeMachineQuery(story: StoryOf) {
  return infiniteQueryOptions({
    ...shared('entityTimeMachine', story),
    ...paged,
    staleTime: TIME_MACHINE_FRESH_MS,
    queryFn: ({ signal, pageParam }) => {
      const pagination = { page: pageParam, pageSize: PAGE.timeMachine };
      const input = { ...bodyOf(story), pagination };
      return storyClient.entityTimeMachine({ params: { orgId: story.orgId }, input, signal });
    },
  });
}

/** An entity as it was at a moment. */
export function entityAsOfQuery({ orgId, uuid, timezone }: StoryOf, at: string) {
  return queryOptions({
    ...shared('entityAsOf', { orgId, uuid, timezone }, at),
    staleTime: TIME_MACHINE_FRESH_MS,
    queryFn: async ({ signal }) => {
      const input = { orgId, entityUuid: EntityUuid.parse(uuid), at };
      return (await storyClient.entityAsOf({ params: { orgId }, input, signal })).data;
    },
  });
}

/** The statuses of an entity, and the stages of its workflow. */
export function statusHistoryQuery(story: StoryOf) {
  return queryOptions({
    ...shared('entityStatusHistory', story),
    queryFn: async ({ signal }) => {
      const input = bodyOf(story);
      return (await storyClient.entityStatusHistory({ params: { orgId: story.orgId }, input, signal })).data;
    },
  });
}

/** The people of an entity, five at a time. */
export function contributorsQuery(story: StoryOf, degrees: 1 | 2, onDefaultBranch = false) {
  return infiniteQueryOptions({
    ...shared('entityContributors', story, degrees, onDefaultBranch),
    ...paged,
    queryFn: ({ signal, pageParam }) => {
      const pagination = { page: pageParam, pageSize: PAGE.contributors };
      const input = { ...bodyOf(story), degrees, onDefaultBranch, pagination };
      return storyClient.entityContributors({ params: { orgId: story.orgId }, input, signal });
    },
  });
}

export interface WorkFilter {
  readonly types: readonly string[];
  readonly search: string;
  /** Only what this person works on; null for everybody's. */
  readonly actor: string | null;
  readonly page: number;
}

/** A page of what an entity is related to; the page before stays meanwhile. */
export function entityWorkQuery(story: StoryOf, { types, search, actor, page }: WorkFilter) {
  return queryOptions({
    ...shared('entityWork', story, types, search, actor, page),
    queryFn: ({ signal }) => {
      const pagination = { page, pageSize: PAGE.work };
      const narrowed = {
        ...(types.length > 0 ? { types: [...types] } : {}),
        ...(search ? { search } : {}),
        ...(actor === null ? {} : { actorUuid: EntityUuid.parse(actor) }),
      };
      const input = { ...bodyOf(story), ...narrowed, pagination };
      return storyClient.entityWork({ params: { orgId: story.orgId }, input, signal });
    },
  });
}

/** What one relation of an entity leads to, twenty at a time. */
export function entityRelatedQuery(story: StoryOf, relation: string) {
  return infiniteQueryOptions({
    ...shared('entityRelated', story, relation),
    ...paged,
    queryFn: ({ signal, pageParam }) => {
      const pagination = { page: pageParam, pageSize: PAGE.related };
      const input = { ...bodyOf(story), relation, pagination };
      return storyClient.entityRelated({ params: { orgId: story.orgId }, input, signal });
    },
  });
}

/** The steps of the change that an entity is part of. */
export function lineageQuery({ orgId, uuid, timezone }: StoryOf) {
  return queryOptions({
    ...shared('entityLineage', { orgId, uuid, timezone }),
    queryFn: async ({ signal }) => {
      const input = { orgId, entityUuid: EntityUuid.parse(uuid) };
      return (await storyClient.entityLineage({ params: { orgId }, input, signal })).data;
    },
  });
}

/** What else happened within a day of an entity's moment. */
export function aroundQuery(story: StoryOf, withoutBots: boolean) {
  return infiniteQueryOptions({
    ...shared('entityAround', story, withoutBots),
    ...paged,
    queryFn: ({ signal, pageParam }) => {
      const pagination = { page: pageParam, pageSize: PAGE.related };
      const input = { ...bodyOf(story), withoutBots, pagination };
      return storyClient.entityAround({ params: { orgId: story.orgId }, input, signal });
    },
  });
}

/** Which sources know an entity, since when, and the accounts that are linked to a person. */
export function entityResolutionQuery(orgId: OrgId, uuid: string) {
  return queryOptions({
    queryKey: keyOf('entityResolution', orgId, uuid),
    meta: GRAPH_DATA,
    queryFn: async ({ signal }) => {
      const input = { entityUuid: EntityUuid.parse(uuid) };
      return (await resolutionClient.resolution({ params: { orgId }, input, signal })).data;
    },
    staleTime: FRESH_MS,
    retry,
  });
}
