import type { FeedEvent, FollowedChange } from '@cairn/contracts/feed';

/** Something that happened to what a person follows. */
export interface FeedEntry {
  readonly id: string;
  /** The kind of what it happened to: one of the catalogue, or that of a saved thing, such as `board`. */
  readonly kind: string;
  readonly at: string;
  /** Its day in the zone of the reader. */
  readonly day: string;
  readonly actor: { readonly name: string; readonly picture?: string } | null;
  readonly sentence: string;
  readonly place: string | null;
  /** What it opens: an entity in the drawer, or the address of a saved thing. */
  readonly opens: { readonly entity: string } | { readonly address: string };
  /** The same for what one person did alike in one place. */
  readonly likeness: string;
}

/** An event of the graph as an entry. */
export function entryOfEvent(event: FeedEvent): FeedEntry {
  const { uuid, entityType, entityUuid, occurredAt, day, actor, place, action, description } = event;
  const picture = actor?.avatarUrl;
  return {
    id: uuid,
    kind: entityType,
    at: occurredAt,
    day,
    actor: actor && { name: actor.name, ...(picture ? { picture } : {}) },
    sentence: description,
    place: place?.name ?? null,
    opens: { entity: entityUuid },
    likeness: [actor?.uuid, action, entityType, place?.uuid].join(' '),
  };
}

const dayIn = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(at));

/** A change of a saved thing as an entry. */
export function entryOfChange(change: FollowedChange, orgId: string, timezone: string): FeedEntry {
  const { kind, id, at, by, description, path } = change;
  return {
    id: `${id} ${at}`,
    kind,
    at,
    day: dayIn(at, timezone),
    actor: by === null ? null : { name: by },
    sentence: description,
    place: null,
    opens: { address: `/${orgId}/${path}` },
    likeness: [by, kind, id].join(' '),
  };
}

/** Entries that follow each other and are alike; the first stands for all. */
export interface FeedRun {
  readonly first: FeedEntry;
  readonly alike: readonly FeedEntry[];
}

/** Fewer than this many stand one by one. */
const LEAST_ALIKE = 3;

/** The entries of one day. */
export interface FeedDay {
  readonly day: string;
  readonly runs: readonly FeedRun[];
}

/** The entries by day, newest first, and within a day those that are alike together. */
export function groupedEntries(entries: readonly FeedEntry[]): FeedDay[] {
  const days = new Map<string, FeedEntry[]>();
  for (const entry of entries) days.set(entry.day, [...(days.get(entry.day) ?? []), entry]);
  return [...days].map(([day, ofDay]) => ({ day, runs: runsOf(ofDay) }));
}

function runsOf(entries: readonly FeedEntry[]): FeedRun[] {
  const runs: FeedEntry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last?.[0]?.likeness === entry.likeness) last.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run): FeedRun[] => {
    const [first, ...alike] = run;
    if (!first) return [];
    return run.length < LEAST_ALIKE ? run.map((each) => ({ first: each, alike: [] })) : [{ first, alike }];
  });
}
