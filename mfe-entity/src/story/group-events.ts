import type { TimelineEvent } from '@cairn/contracts/story';

export interface EventGroup {
  /** The newest event of the group. */
  readonly event: TimelineEvent;
  readonly similar: readonly TimelineEvent[];
}

const WINDOW_MS = 5 * 60_000;

const likeness = ({ actor, integration, action, entitytype, entityuuid }: TimelineEvent) =>
  [actor?.uuid ?? '', integration, action, entitytype, entityuuid].join('|');

/** Merges events of the same actor, source, action and entity within 5 minutes of the newest one (E§4). */
export function groupEvents(events: readonly TimelineEvent[]): EventGroup[] {
  const groups: { event: TimelineEvent; similar: TimelineEvent[] }[] = [];
  const latest = new Map<string, { event: TimelineEvent; similar: TimelineEvent[] }>();
  for (const event of events) {
    const known = latest.get(likeness(event));
    if (known && Date.parse(known.event.occurredat) - Date.parse(event.occurredat) <= WINDOW_MS) {
      known.similar.push(event);
      continue;
    }
    const group = { event, similar: [] };
    groups.push(group);
    latest.set(likeness(event), group);
  }
  return groups;
}

/** A line of a timeline: the heading of a day, an event with those like it, or what bots did in a row. */
export type TimelineLine =
  | { readonly type: 'day'; readonly key: string; readonly day: string }
  | { readonly type: 'event'; readonly key: string; readonly group: EventGroup }
  | { readonly type: 'bots'; readonly key: string; readonly groups: readonly EventGroup[] };

/** From this many on, what bots did in a row is one line. */
const BOTS_IN_A_ROW = 3;

export interface TimelineFolding {
  readonly similar: boolean;
  readonly bots: boolean;
}

/** The lines of a timeline, newest first, under the headings of their days. */
export function timelineLines(events: readonly TimelineEvent[], folding: TimelineFolding): TimelineLine[] {
  const groups = folding.similar ? groupEvents(events) : events.map((event) => ({ event, similar: [] }));
  const lines: TimelineLine[] = [];
  let day = '';
  let bots: EventGroup[] = [];
  const putBots = () => {
    const [first] = bots;
    if (first && bots.length >= BOTS_IN_A_ROW)
      lines.push({ type: 'bots', key: `bots-${first.event.uuid}`, groups: bots });
    else for (const group of bots) lines.push({ type: 'event', key: group.event.uuid, group });
    bots = [];
  };
  for (const group of groups) {
    if (group.event.day !== day) {
      putBots();
      ({ day } = group.event);
      lines.push({ type: 'day', key: `day-${day}`, day });
    }
    if (folding.bots && group.event.actor?.isbot) bots.push(group);
    else {
      putBots();
      lines.push({ type: 'event', key: group.event.uuid, group });
    }
  }
  putBots();
  return lines;
}
