import { z } from 'zod';
import { AuditAction, AuditChange } from './audit.ts';
import { FollowedEntityKind } from './following.ts';
import { OrgId, UserId } from './identity.ts';
import { defineContract } from './route.ts';

const about = { id: z.uuid(), orgId: OrgId, at: z.iso.datetime() };
const shortText = z.string().max(2_000);

/** The most other uuids of an entity in a message. */
export const MOST_FORMER_IDS = 100;

/** Something that people may follow, with what a reading of a source brought about it, such as `3 commits`. */
const NewsOfEntity = z.strictObject({
  kind: FollowedEntityKind,
  id: z.uuid(),
  name: z.string().max(200),
  words: z.string().max(200),
  /** The other uuids under which people may follow it, such as those of accounts that were merged into a person. */
  formerIds: z.array(z.uuid()).max(MOST_FORMER_IDS).default([]),
});
export type NewsOfEntity = z.infer<typeof NewsOfEntity>;

/** The most entities of one message about news. */
export const NEWS_PER_MESSAGE = 50;

/** What svc-graph tells svc-workspace. It is told until it is taken, so it may come twice; the id tells. */
export const OutboxMessage = z.discriminatedUnion('kind', [
  /** What somebody did, for the audit log. */
  z.strictObject({
    ...about,
    kind: z.literal('act'),
    /** Null for what Cairn did itself. */
    actorId: UserId.nullable(),
    action: AuditAction,
    target: z.strictObject({ id: z.string().max(200), name: shortText }).optional(),
    changes: z.array(AuditChange).max(20).default([]),
  }),
  /** A source cannot be read, or can be read again where there is no error. */
  z.strictObject({
    ...about,
    kind: z.literal('source'),
    sourceId: z.string().min(1).max(64),
    integration: z.string().trim().min(1).max(200),
    error: shortText.nullable(),
    /** The page about it, below the org. */
    path: z.string().max(200).default('settings/integrations'),
  }),
  /** Something that a person started in the background is done. */
  z.strictObject({
    ...about,
    kind: z.literal('job'),
    userId: UserId,
    /** Names the job; a later message about it takes the place of an earlier one. */
    job: z.string().min(1).max(200),
    message: shortText,
    path: z.string().max(200),
  }),
  /** A reading of a source brought something new about entities. */
  z.strictObject({
    ...about,
    kind: z.literal('news'),
    things: z.array(NewsOfEntity).min(1).max(NEWS_PER_MESSAGE),
  }),
]);
export type OutboxMessage = z.infer<typeof OutboxMessage>;

/** The most messages of one request. */
export const OUTBOX_PAGE = 100;

/** The route of svc-workspace for the messages of svc-graph; the gateway never proxies it. */
export const outboxContract = defineContract({
  takeMessages: {
    method: 'POST',
    path: '/internal/outbox',
    access: 'internal',
    summary: 'Takes messages of svc-graph in their order; one that was taken already changes nothing.',
    input: z.strictObject({ messages: z.array(OutboxMessage).max(OUTBOX_PAGE) }),
    output: z.object({ success: z.literal(true) }),
  },
});
