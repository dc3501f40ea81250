import { eventSentence, type FieldChange } from '@cairn/entities';
import { z } from 'zod';

type Row = Readonly<Record<string, unknown>>;

const Delta = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }).partial());

/** An event of the timeline query, with the lower-case keys of E§3; what no key names is left as it came. */
export interface TimelineEvent {
  readonly uuid: string;
  readonly occurredat: string;
  readonly action: string;
  readonly integration: string;
  readonly entitytype: string;
  readonly entityuuid: string;
  readonly name: string | null;
  readonly actor: { readonly uuid: string; readonly name: string; readonly avatarurl: string | null } | null;
  readonly newstatus: string | null;
  readonly 'delta.status': FieldChange | null;
  readonly delta: Readonly<Record<string, FieldChange>> | null;
  readonly comment: string | null;
  readonly reference: string | null;
  readonly draft: boolean | null;
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

function deltaIn(value: unknown): TimelineEvent['delta'] {
  try {
    return Delta.parse(typeof value === 'string' ? JSON.parse(value) : value);
  } catch {
    return null;
  }
}

/** A row of the timeline query with its attributes as lower-case keys (E§3). */
export function timelineEvent(row: Row): TimelineEvent {
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
export function descriptionOf(event: TimelineEvent): string {
  const { action, entitytype: entityType, name, newstatus: newStatus, delta, reference, draft } = event;
  const told = { action, entityType, name, newStatus, delta, reference, draft };
  const { before, subject, after } = eventSentence(told, event.actor !== null);
  return [before, subject, after].filter(Boolean).join(' ');
}
