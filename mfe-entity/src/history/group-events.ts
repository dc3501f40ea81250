import type { HistoryEvent } from '../graph/graph.ts';

export interface EventGroup {
  /** The newest event of the group. */
  readonly event: HistoryEvent;
  readonly similar: readonly HistoryEvent[];
}

const WINDOW_MS = 5 * 60_000;

const isSimilar = (one: HistoryEvent, other: HistoryEvent) =>
  one.actor?.uuid === other.actor?.uuid &&
  one.integration === other.integration &&
  one.action === other.action &&
  one.entityType === other.entityType &&
  one.entityUuid === other.entityUuid &&
  Math.abs(Date.parse(one.occurredAt) - Date.parse(other.occurredAt)) <= WINDOW_MS;

/** Merges events of the same actor, source, action and entity within 5 minutes of the newest one (E§4). */
export function groupEvents(events: readonly HistoryEvent[]): EventGroup[] {
  const groups: { event: HistoryEvent; similar: HistoryEvent[] }[] = [];
  for (const event of events) {
    const known = groups.find((group) => isSimilar(group.event, event));
    if (known) known.similar.push(event);
    else groups.push({ event, similar: [] });
  }
  return groups;
}
