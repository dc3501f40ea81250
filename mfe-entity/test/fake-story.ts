import type { OutputOf, Route } from '@cairn/contracts';
import {
  entityStoryContract as contract,
  type EntityAsOf,
  type EntityProgress,
  type EventFilter,
  type LineageStep,
  type TimelineEvent,
  type WorkItem,
} from '@cairn/contracts/story';

type Contributor = OutputOf<typeof contract.entityContributors>['data'][number];

/** What a fake graph tells of one entity; what is left out is empty. */
export interface FakeStory {
  readonly progress?: EntityProgress;
  readonly contributors?: readonly Contributor[];
  readonly work?: readonly WorkItem[];
  readonly lineage?: readonly LineageStep[];
  readonly asOf?: EntityAsOf;
  readonly around?: readonly TimelineEvent[];
}

interface Paged {
  readonly page: number;
  readonly pageSize: number;
}

/** One page of these rows, as answers give it. */
function paged<Row>(rows: readonly Row[], input: Record<string, unknown>) {
  const { page, pageSize } = input['pagination'] as Paged;
  const data = rows.slice((page - 1) * pageSize, page * pageSize);
  return { data, meta: { page, pageSize, total: rows.length, timezone: String(input['timezone'] ?? 'UTC') } };
}

const NO_PROGRESS: EntityProgress = {
  workflow: null,
  status: null,
  hoursOf: 'the organization',
  workday: 28_800,
  entries: [],
  stages: [],
};
const NOTHING_THEN: EntityAsOf = { at: '2026-11-18T00:00:00.000Z', existed: true, fields: [], relations: [] };

const valueOf = (event: TimelineEvent, field: EventFilter['field']): string =>
  ({
    action: event.action,
    actor: event.actor?.uuid ?? '',
    integration: event.integration,
    entityType: event.entitytype,
    eventType: event.type,
    name: event.name ?? '',
  })[field];

const passes = (event: TimelineEvent, { field, mode, values }: EventFilter) =>
  values.includes(valueOf(event, field)) === (mode === 'include');

function facetsOf(events: readonly TimelineEvent[]) {
  return (['action', 'actor', 'integration', 'entityType', 'eventType', 'name'] as const).map((field) => {
    const values = [...new Set(events.map((event) => valueOf(event, field)))];
    return {
      field,
      values: values.map((value) => {
        const of = events.filter((event) => valueOf(event, field) === value);
        return { value, label: field === 'actor' ? (of[0]?.actor?.name ?? '') : value, count: of.length };
      }),
    };
  });
}

type Answer = (input: Record<string, unknown>) => unknown;

function workOf(all: readonly WorkItem[], input: Record<string, unknown>) {
  const types = input['types'] as readonly string[] | undefined;
  const search = String(input['search'] ?? '').toLowerCase();
  const named = all.filter(({ entity }) => entity.name.toLowerCase().includes(search));
  const found = named.filter(({ actor }) => (input['actorUuid'] ?? actor?.uuid) === actor?.uuid);
  const actors = [...new Map(named.flatMap(({ actor }) => (actor ? [[actor.uuid, actor]] : []))).values()];
  const answer = paged(
    found.filter(({ entity }) => types?.includes(entity.kind) ?? true),
    input,
  );
  const kinds = [...new Set(found.map(({ entity }) => entity.kind))];
  const counted = kinds.map((kind) => {
    return { kind, total: found.filter(({ entity }) => entity.kind === kind).length };
  });
  return { ...answer, meta: { ...answer.meta, types: counted, actors } };
}

/** The routes of the story of entities, over events and what else is told of each. */
export function storyHandlers(
  events: Readonly<Record<string, readonly TimelineEvent[]>>,
  stories: Readonly<Record<string, FakeStory>>,
): readonly (readonly [Route, Answer])[] {
  const eventsOf = (input: Record<string, unknown>) => events[String(input['entityUuid'])] ?? [];
  const storyOf = (input: Record<string, unknown>): FakeStory => stories[String(input['entityUuid'])] ?? {};
  return [
    [
      contract.entityHistory,
      (input) => {
        const filters = input['filters'] as readonly EventFilter[];
        const kept = eventsOf(input)
          .filter((event) => filters.every((filter) => passes(event, filter)))
          .filter(({ actor }) => !(input['withoutBots'] === true && actor?.isbot));
        const answer = paged(kept, input);
        const facets = input['facets'] === true ? { facets: facetsOf(eventsOf(input)) } : {};
        return { ...answer, meta: { ...answer.meta, ...facets } };
      },
    ],
    [
      contract.entityTimeMachine,
      (input) => {
        const changes = eventsOf(input).filter(({ delta }) => delta !== null);
        const rows = changes.map(({ uuid, actor: by, occurredat, description, delta }) => {
          const actor = by && { uuid: by.uuid, name: by.name, avatarUrl: by.avatarurl, isBot: by.isbot };
          return { uuid, actor, occurredAt: occurredat, event: description, delta };
        });
        return paged(rows, input);
      },
    ],
    [contract.entityAsOf, (input) => ({ data: storyOf(input).asOf ?? NOTHING_THEN })],
    [contract.entityStatusHistory, (input) => ({ data: storyOf(input).progress ?? NO_PROGRESS })],
    [contract.entityContributors, (input) => paged(storyOf(input).contributors ?? [], input)],
    [contract.entityWork, (input) => workOf(storyOf(input).work ?? [], input)],
    [contract.entityLineage, (input) => ({ data: storyOf(input).lineage ?? [] })],
    [
      contract.entityAround,
      (input) => {
        const answer = paged(storyOf(input).around ?? [], input);
        return { ...answer, meta: { ...answer.meta, at: '2026-11-18T09:30:00.000Z' } };
      },
    ],
  ];
}
