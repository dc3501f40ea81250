import type { TimelineEvent } from '@cairn/contracts/story';
import { eventSentence } from '@cairn/entities';
import { z } from 'zod';
import { toldOf } from '../story/event-sentence.tsx';

type Row = Readonly<Record<string, unknown>>;

const Delta = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }).partial());

/** An event as the timeline query lists it: the keys of a timeline, but for what only its own page knows. */
export interface ListedEvent extends Omit<
  TimelineEvent,
  'day' | 'type' | 'subjectuuid' | 'description' | 'actor'
> {
  readonly actor: { readonly uuid: string; readonly name: string; readonly avatarurl: string | null } | null;
}

/** The columns that the timeline query asks for. */
export const TIMELINE_COLUMNS = [
  'uuid',
  'occurredAt',
  'action',
  'integration',
  'entityType',
  'entityUuid',
  'name',
  'newStatus',
  'delta',
  'comment',
  'reference',
  'draft',
  'Person.uuid',
  'Person.name',
  'Person.avatarUrl',
];

/** The values of a row by the lower-case names of what is said of the event itself. */
function flattened(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key.replace(/^Event\./, '').toLowerCase(), value]),
  );
}

const textIn = (row: Row, key: string) => {
  const value = row[key];
  return typeof value === 'string' && value !== '' ? value : null;
};

function deltaIn(value: unknown): ListedEvent['delta'] {
  try {
    return Delta.parse(typeof value === 'string' ? JSON.parse(value) : value);
  } catch {
    return null;
  }
}

/** A row of the timeline query with its attributes as lower-case keys (E§3). */
export function listedEvent(row: Row): ListedEvent {
  const flat = flattened(row);
  const [uuid, name] = [textIn(flat, 'person.uuid'), textIn(flat, 'person.name')];
  const delta = deltaIn(flat['delta']);
  return {
    uuid: textIn(flat, 'uuid') ?? '',
    occurredat: textIn(flat, 'occurredat') ?? '',
    action: textIn(flat, 'action') ?? '',
    integration: textIn(flat, 'integration') ?? '',
    entitytype: textIn(flat, 'entitytype') ?? '',
    entityuuid: textIn(flat, 'entityuuid') ?? '',
    name: textIn(flat, 'name'),
    actor: uuid ? { uuid, name: name ?? uuid, avatarurl: textIn(flat, 'person.avatarurl') } : null,
    newstatus: textIn(flat, 'newstatus'),
    'delta.status': delta?.['status'] ?? null,
    delta,
    comment: textIn(flat, 'comment'),
    reference: textIn(flat, 'reference'),
    draft: typeof flat['draft'] === 'boolean' ? flat['draft'] : null,
  };
}

/** The event as a sentence; its actor, where there is one, stands before it. */
export function descriptionOf(event: ListedEvent): string {
  const { before, subject, after } = eventSentence(toldOf(event), event.actor !== null);
  return [before, subject, after].filter(Boolean).join(' ');
}
