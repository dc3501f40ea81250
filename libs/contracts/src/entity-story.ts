import { EntityUuid, OrgId, ZoneName, aboutEntity, defineContract } from '@cairn/contracts';
import { z } from 'zod';
import { READ_ERRORS } from './read-errors.ts';

const params = z.object({ orgId: OrgId });

const EntityType = z.string().min(1).max(60).optional();

const pages = (pageSize: number, most = 100) =>
  z
    .strictObject({
      page: z.int().min(1).max(100_000).default(1),
      pageSize: z.int().min(1).max(most).default(pageSize),
    })
    .prefault({});

const PageMeta = z.object({ page: z.int(), pageSize: z.int(), total: z.int(), timezone: z.string() });

/** A person who did something. */
export const EventActor = z.object({
  uuid: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
  isBot: z.boolean(),
});
export type EventActor = z.infer<typeof EventActor>;

const ChangedField = z.object({ before: z.unknown().optional(), after: z.unknown().optional() });
const EventDelta = z.record(z.string(), ChangedField).nullable();

/** The types of events on a timeline (E§4). */
export const TIMELINE_TYPES = ['status', 'comment', 'edit', 'other'] as const;

/** An event as lists of activity tell it (E§3). */
export const StoryEvent = z.object({
  uuid: z.string(),
  occurredAt: z.string(),
  /** The day of it in the zone of the answer. */
  day: z.string(),
  type: z.enum(TIMELINE_TYPES),
  action: z.string(),
  integration: z.string(),
  entityType: z.string(),
  entityUuid: z.string(),
  name: z.string().nullable(),
  /** What it happened to: the issue of a comment, the channel of a message, else the entity itself. */
  subjectUuid: z.string(),
  newStatus: z.string().nullable(),
  /** The fields that changed, before and after. */
  delta: EventDelta,
  comment: z.string().nullable(),
  reference: z.string().nullable(),
  draft: z.boolean().nullable(),
  actor: EventActor.nullable(),
  /** The event as a sentence, with its actor. */
  description: z.string(),
});
export type StoryEvent = z.infer<typeof StoryEvent>;

/** An event of a timeline, under the lower-case keys of E§3. */
export const TimelineEvent = z.object({
  uuid: z.string(),
  occurredat: z.string(),
  /** The day of it in the zone of the answer. */
  day: z.string(),
  type: z.enum(TIMELINE_TYPES),
  action: z.string(),
  integration: z.string(),
  entitytype: z.string(),
  entityuuid: z.string(),
  name: z.string().nullable(),
  /** What it happened to: the issue of a comment, the channel of a message, else the entity itself. */
  subjectuuid: z.string(),
  newstatus: z.string().nullable(),
  'delta.status': ChangedField.nullable(),
  /** The fields that changed, before and after. */
  delta: EventDelta,
  comment: z.string().nullable(),
  reference: z.string().nullable(),
  draft: z.boolean().nullable(),
  actor: z
    .object({ uuid: z.string(), name: z.string(), avatarurl: z.string().nullable(), isbot: z.boolean() })
    .nullable(),
  /** The event as a sentence, with its actor. */
  description: z.string(),
});
export type TimelineEvent = z.infer<typeof TimelineEvent>;

/** What events are filtered by (E§4). */
export const EVENT_FIELDS = ['action', 'actor', 'integration', 'entityType', 'eventType', 'name'] as const;
export const EventField = z.enum(EVENT_FIELDS);
export type EventField = z.infer<typeof EventField>;

/** Includes or excludes the events that have one of the values; an actor is named by uuid. */
export const EventFilter = z.strictObject({
  field: EventField,
  mode: z.enum(['include', 'exclude']),
  values: z.array(z.string().max(1_000)).min(1).max(100),
});
export type EventFilter = z.infer<typeof EventFilter>;

const EventFacet = z.object({
  field: EventField,
  values: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
});
export type EventFacet = z.infer<typeof EventFacet>;

const RelatedEntity = z.object({
  uuid: z.string(),
  kind: z.string(),
  name: z.string(),
  /** What its source calls it, such as CATALOG-392, #12 or the start of a sha. */
  key: z.string().nullable(),
  /** The type of an issue. */
  type: z.string().optional(),
  status: z.string().nullable(),
  statusCategory: z.string().nullable(),
});

/** One line of a work list: an entity, who works on it, and when something last happened to it. */
export const WorkItem = z.object({
  entity: RelatedEntity,
  /** The relations that lead to it, by their labels. */
  relations: z.array(z.string()),
  actor: EventActor.nullable(),
  lastActivity: z.string().nullable(),
});
export type WorkItem = z.infer<typeof WorkItem>;

const StageState = z.enum(['completed', 'current', 'pending']);

/** The way of an entity through its statuses and the stages of its workflow (E§4). */
export const EntityProgress = z.object({
  /** Null for a kind without a workflow. */
  workflow: z.object({ id: z.string(), label: z.string() }).nullable(),
  status: z.string().nullable(),
  /** Whose working hours the business seconds count. */
  hoursOf: z.string(),
  /** The seconds of a working day by these hours; null where they had days of several lengths. */
  workday: z.number().nullable(),
  entries: z.array(
    z.object({
      status: z.string(),
      stage: z.string().nullable(),
      at: z.string(),
      /** When the next status began; null for the present one. */
      until: z.string().nullable(),
      actor: EventActor.nullable(),
      clockSeconds: z.number(),
      businessSeconds: z.number(),
    }),
  ),
  stages: z.array(
    z.object({
      name: z.string(),
      state: StageState,
      firstReachedAt: z.string().nullable(),
      /** How often it was entered. */
      visits: z.int(),
      /** In the stage so far; of the last stage, from the first event until it was reached. */
      clockSeconds: z.number().nullable(),
      businessSeconds: z.number().nullable(),
      statuses: z.array(z.string()),
    }),
  ),
});
export type EntityProgress = z.infer<typeof EntityProgress>;

/** The steps of a change on its way to people, in their order. Only the line of an incident begins with its cause. */
export const LINEAGE_STEPS = [
  'cause',
  'issue',
  'commit',
  'pullRequest',
  'pipeline',
  'release',
  'incident',
] as const;

/** One step of a change, and how long after the step before it came. */
export const LineageStep = z.object({
  step: z.enum(LINEAGE_STEPS),
  total: z.int(),
  /** When the step was first taken. */
  at: z.string().nullable(),
  secondsSincePrevious: z.number().nullable(),
  items: z.array(RelatedEntity.extend({ at: z.string().nullable(), isThis: z.boolean() })),
});
export type LineageStep = z.infer<typeof LineageStep>;

const AsOfRelation = z.array(z.object({ uuid: z.string(), name: z.string() }));

/** An entity as it was at a moment, beside what it is now. */
export const EntityAsOf = z.object({
  at: z.string(),
  /** False before it was made. */
  existed: z.boolean(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      was: z.unknown(),
      now: z.unknown(),
      changed: z.boolean(),
    }),
  ),
  relations: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      was: AsOfRelation,
      now: AsOfRelation,
      changed: z.boolean(),
    }),
  ),
});
export type EntityAsOf = z.infer<typeof EntityAsOf>;

const base = {
  method: 'POST',
  access: 'viewer',
  batched: true,
  params,
  errors: ['forbidden', ...READ_ERRORS],
} as const;

/** The routes of svc-graph that tell the story of one entity. */
export const entityStoryContract = defineContract({
  entityHistory: {
    ...base,
    path: '/api/{orgId}/entity-history',
    summary: 'Events that concern an entity, newest first.',
    input: z.strictObject({
      ...aboutEntity,
      type: EntityType,
      timezone: ZoneName,
      filters: z.array(EventFilter).max(6).default([]),
      /** Leaves out what bots did. */
      withoutBots: z.boolean().default(false),
      /** Counts the values that filters may name; of all events, whatever the filters. */
      facets: z.boolean().default(false),
      pagination: pages(5, 1_000),
    }),
    output: z.object({
      data: z.array(TimelineEvent),
      meta: PageMeta.extend({ facets: z.array(EventFacet).optional() }),
    }),
  },
  entityTimeMachine: {
    ...base,
    path: '/api/{orgId}/entity-time-machine',
    summary: 'The changes of an entity itself, newest first.',
    input: z.strictObject({
      ...aboutEntity,
      type: EntityType,
      timezone: ZoneName,
      pagination: pages(20),
    }),
    output: z.object({
      data: z.array(
        z.object({
          uuid: z.string(),
          actor: EventActor.nullable(),
          occurredAt: z.string(),
          /** The change as a sentence. */
          event: z.string(),
          delta: EventDelta,
        }),
      ),
      meta: PageMeta,
    }),
  },
  entityAsOf: {
    ...base,
    path: '/api/{orgId}/entity-as-of',
    summary: 'An entity as it was at a moment, as far as its events tell.',
    input: z.strictObject({ ...aboutEntity, at: z.iso.datetime() }),
    output: z.object({ data: EntityAsOf }),
  },
  entityStatusHistory: {
    ...base,
    path: '/api/{orgId}/entity-status-history',
    summary: 'The statuses of an entity in their order, and the stages of its workflow.',
    input: z.strictObject({ ...aboutEntity, type: EntityType, timezone: ZoneName }),
    output: z.object({ data: EntityProgress }),
  },
  entityContributors: {
    ...base,
    path: '/api/{orgId}/entity-contributors',
    summary:
      'The people of an entity with their roles; by degree, role and latest activity, never by how much they did.',
    input: z.strictObject({
      ...aboutEntity,
      /** 1: of the entity and its events. 2: of what it is related to, too. */
      degrees: z.int().min(1).max(2).default(1),
      /** Of commits, those on the default branch alone. */
      onDefaultBranch: z.boolean().default(false),
      timezone: ZoneName,
      pagination: pages(5),
    }),
    output: z.object({
      data: z.array(
        z.object({
          actor: EventActor.extend({ email: z.string().nullable() }),
          /** Roles; the first is the one to show. */
          relations: z.array(z.string()),
          degree: z.int(),
        }),
      ),
      meta: PageMeta,
    }),
  },
  entityWork: {
    ...base,
    path: '/api/{orgId}/entity-work',
    summary: 'What an entity is related to, by when something last happened to it.',
    input: z.strictObject({
      ...aboutEntity,
      /** Only what this person works on. */
      actorUuid: EntityUuid.optional(),
      /** Kinds of the catalogue; people, teams and times in a status only when they are named. */
      types: z.array(z.string().max(60)).max(40).optional(),
      search: z.string().trim().max(200).optional(),
      timezone: ZoneName,
      pagination: pages(10),
    }),
    output: z.object({
      data: z.array(WorkItem),
      meta: PageMeta.extend({
        /** How many there are of each kind, whatever `types` names. */
        types: z.array(z.object({ kind: z.string(), total: z.int() })),
        /** The people of all of it by name, whatever `actorUuid` names. */
        actors: z.array(z.object({ uuid: z.string(), name: z.string() })),
      }),
    }),
  },
  entityRelated: {
    ...base,
    path: '/api/{orgId}/entity-related',
    summary: 'What one relation of an entity leads to, or what leads to it by one.',
    input: z.strictObject({
      ...aboutEntity,
      /** A name of the catalogue; all relations of the direction without one. */
      relation: z.string().min(1).max(60).optional(),
      /** `inverse` follows relations of other kinds that lead to this entity. */
      direction: z.enum(['forward', 'inverse']).default('forward'),
      /** The kind of what it is related to. */
      type: EntityType,
      timezone: ZoneName,
      pagination: pages(20),
    }),
    output: z.object({
      related: z.array(
        z.object({
          uuid: z.string(),
          kind: z.string(),
          name: z.string(),
          relation: z.string(),
          label: z.string(),
        }),
      ),
      meta: PageMeta,
    }),
  },
  entityLineage: {
    ...base,
    path: '/api/{orgId}/entity-lineage',
    summary: 'The way of a change: issue, commits, pull request, pipeline, release, incident.',
    input: z.strictObject(aboutEntity),
    output: z.object({ data: z.array(LineageStep) }),
  },
  entityAround: {
    ...base,
    path: '/api/{orgId}/entity-around',
    summary: 'What else happened in the places of an entity within a day of its moment.',
    input: z.strictObject({
      ...aboutEntity,
      /** The moment; by default the one that the entity is about. */
      at: z.iso.datetime().optional(),
      timezone: ZoneName,
      withoutBots: z.boolean().default(true),
      pagination: pages(20, 1_000),
    }),
    output: z.object({
      data: z.array(TimelineEvent),
      meta: PageMeta.extend({ at: z.string().nullable() }),
    }),
  },
});
