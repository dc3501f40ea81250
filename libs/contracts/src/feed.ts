// By its public name, so that a page has one copy of it.
import { defineContract, EntityUuid, FollowedLinkKind, OrgId, ZoneName } from '@cairn/contracts';
import { Duration } from '@cairn/query';
import { z } from 'zod';
import { StoryEvent } from './entity-story.ts';
import { READ_ERRORS } from './read-errors.ts';

const params = z.object({ orgId: OrgId });
const uuids = z.array(EntityUuid).max(500).default([]);
const instant = z.iso.datetime({ offset: true }).or(z.iso.date());
const chosen = z.array(EntityUuid).max(100).default([]);

/** What a feed is narrowed to. */
export const FeedFilter = z.strictObject({
  /** Kinds of the catalogue that events are of. */
  types: z.array(z.string().min(1).max(60)).max(40).default([]),
  projects: chosen,
  teams: chosen,
});
export type FeedFilter = z.infer<typeof FeedFilter>;

const Place = z.object({ uuid: z.string(), name: z.string() });

/** An event of a feed, and the repository or project that it happened in. */
export const FeedEvent = StoryEvent.extend({ place: Place.nullable() });
export type FeedEvent = z.infer<typeof FeedEvent>;

const Choice = z.object({ value: z.string(), label: z.string(), count: z.int() });

/** What filters may name, with how many events there are of each, whatever the filters. */
export const FeedChoices = z.object({
  types: z.array(Choice),
  projects: z.array(Choice),
  teams: z.array(Choice),
});
export type FeedChoices = z.infer<typeof FeedChoices>;

/** The routes of svc-graph that tell what happened to what somebody follows. */
export const feedContract = defineContract({
  readFeed: {
    method: 'POST',
    path: '/api/{orgId}/feed',
    batched: true,
    access: 'viewer',
    summary: 'Events of followed people, repositories, projects and teams in a time, newest first.',
    params,
    input: z.strictObject({
      people: uuids,
      repositories: uuids,
      projects: uuids,
      teams: uuids,
      filter: FeedFilter.prefault({}),
      /** This week by default (W§9). */
      duration: Duration.default('T1W'),
      /** Dates of one's own, before the duration; a bare day is the whole day in the zone. */
      startDate: instant.optional(),
      endDate: instant.optional(),
      timezone: ZoneName,
      withoutBots: z.boolean().default(true),
      pagination: z
        .strictObject({
          page: z.int().min(1).max(10_000).default(1),
          pageSize: z.int().min(1).max(200).default(50),
        })
        .prefault({}),
    }),
    output: z.object({
      data: z.array(FeedEvent),
      meta: z.object({
        page: z.int(),
        pageSize: z.int(),
        total: z.int(),
        timezone: z.string(),
        start: z.string(),
        end: z.string(),
        choices: FeedChoices,
        /** The followed things that are in the graph, by their names. */
        followed: z.array(z.object({ kind: z.string(), uuid: z.string(), name: z.string() })),
        /** True where the org limits measures of people, and followed ones were left out. */
        limited: z.boolean(),
      }),
    }),
    errors: READ_ERRORS,
  },
});

/** A change of a followed saved thing. */
export const FollowedChange = z.object({
  kind: FollowedLinkKind,
  id: z.string(),
  name: z.string(),
  /** The address at which it opens, below the org. */
  path: z.string(),
  /** Who changed it; null for somebody whose account is gone. */
  by: z.string().nullable(),
  at: z.string(),
  /** The change as a sentence. */
  description: z.string(),
});
export type FollowedChange = z.infer<typeof FollowedChange>;

/** The route of svc-workspace that tells what happened to followed saved things. */
export const followedChangesContract = defineContract({
  listFollowedChanges: {
    method: 'POST',
    path: '/api/{orgId}/following/changes',
    batched: true,
    access: 'viewer',
    summary: 'Changes of the saved things that the user follows and may see, newest first.',
    params,
    input: z.strictObject({ start: z.iso.datetime(), end: z.iso.datetime() }),
    output: z.object({
      data: z.array(FollowedChange),
      /** The followed saved things, by their names. */
      followed: z.array(
        z.object({ kind: FollowedLinkKind, id: z.string(), name: z.string(), path: z.string() }),
      ),
    }),
  },
});
