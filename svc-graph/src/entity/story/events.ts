import { EventActor, StoryEvent, type TimelineEvent } from '@cairn/contracts/story';
import { eventText } from '@cairn/entities';
import { toLocal, type ZoneTable } from '@cairn/query';
import type { Audience } from '../../query/passes/limit-people.ts';
import { EVENT_TYPE } from '../event-type.ts';
import { isoOf } from '../find.ts';

type Actor = typeof EventActor._output;
type Event = typeof StoryEvent._output;

/** What an event happened to, where that is not its own entity. */
const SUBJECT = `coalesce(CASE
    WHEN e."entityType" IN ('IssueComment', 'Worklog') THEN e."issueUuid"
    WHEN e."entityType" IN ('PullRequestReviewComment', 'DiscussionComment') THEN e."pullRequestUuid"
    WHEN e."entityType" = 'Message' THEN e."channelUuid" END, e."entityUuid")`;

/** The columns of an actor `p`, a row of Person. */
export const ACTOR_COLUMNS = `p.uuid::VARCHAR AS "actorUuid", p.name AS "actorName", p."avatarUrl" AS "actorAvatar",
    coalesce(p."isBot", false) AS "actorIsBot"`;

/** The columns of an event `e` with its actor `p`. */
export const EVENT_COLUMNS = `e.uuid::VARCHAR AS uuid, e."occurredAt", ${EVENT_TYPE} AS type, e.action, e.integration, e."entityType",
    e."entityUuid"::VARCHAR AS "entityUuid", e.name, ${SUBJECT}::VARCHAR AS "subjectUuid", e."newStatus", e.delta, e.comment,
    e.reference, e.draft, ${ACTOR_COLUMNS}`;

export interface ActorRow {
  readonly actorUuid: string | null;
  readonly actorName: string | null;
  readonly actorAvatar: string | null;
  readonly actorIsBot: boolean;
}

export interface EventRow extends ActorRow, Omit<Event, 'day' | 'delta' | 'actor' | 'description'> {
  readonly delta: string | null;
}

const Delta = StoryEvent.shape.delta.catch(null);

/** The fields that changed; null for anything else that a source wrote there. */
export function deltaOf(delta: string | null): Event['delta'] {
  return Delta.parse(delta === null ? null : JSON.parse(delta));
}

/** The row without its actor, unless they are of the audience. */
export function namedFor<R extends ActorRow>(row: R, audience: Audience): R {
  if (audience === null || row.actorUuid === null || audience.includes(row.actorUuid)) return row;
  return { ...row, actorUuid: null, actorName: null, actorAvatar: null, actorIsBot: false };
}

/** The actor of a row; null when nobody is known. */
export function actorOf({ actorUuid, actorName, actorAvatar, actorIsBot }: ActorRow): Actor | null {
  return actorUuid === null
    ? null
    : { uuid: actorUuid, name: actorName ?? '', avatarUrl: actorAvatar, isBot: actorIsBot };
}

/** An event as answers present it, with its day in a zone. */
export function presentEvent(row: EventRow, zone: ZoneTable): Event {
  const actor = actorOf(row);
  const occurredAt = isoOf(row.occurredAt);
  const known = {
    uuid: row.uuid,
    occurredAt,
    type: row.type,
    action: row.action,
    integration: row.integration,
    entityType: row.entityType,
    entityUuid: row.entityUuid,
    name: row.name,
    subjectUuid: row.subjectUuid,
    newStatus: row.newStatus,
    delta: deltaOf(row.delta),
    comment: row.comment,
    reference: row.reference,
    draft: row.draft,
    actor,
  };
  const day = new Date(toLocal(zone, Date.parse(occurredAt))).toISOString().slice(0, 10);
  return { ...known, day, description: eventText(known, actor?.name ?? null) };
}

/** An event as timelines present it, under the lower-case keys of E§3. */
export function timelineEvent(row: EventRow, zone: ZoneTable): TimelineEvent {
  const event = presentEvent(row, zone);
  const { uuid, day, type, action, integration, name, delta, comment, reference, draft, description } = event;
  return {
    uuid,
    occurredat: event.occurredAt,
    day,
    type,
    action,
    integration,
    entitytype: event.entityType,
    entityuuid: event.entityUuid,
    name,
    subjectuuid: event.subjectUuid,
    newstatus: event.newStatus,
    'delta.status': delta?.['status'] ?? null,
    delta,
    comment,
    reference,
    draft,
    actor: event.actor && {
      uuid: event.actor.uuid,
      name: event.actor.name,
      avatarurl: event.actor.avatarUrl,
      isbot: event.actor.isBot,
    },
    description,
  };
}
