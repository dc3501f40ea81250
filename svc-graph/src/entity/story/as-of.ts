import type { EntityAsOf } from '@cairn/contracts/story';
import type { Attribute, Kind, Relation } from '@cairn/entities';
import { quoted } from '../../store/ddl.ts';
import { type EntityMatch, isoOf, presentValue } from '../find.ts';
import { type KeyedReader, rowsAt } from '../key-index/keyed-rows.ts';
import { deltaOf } from './events.ts';
import { CHANGES_IT, eventsOf } from './time-machine.ts';

interface ChangeRow {
  readonly occurredAt: string;
  readonly delta: string | null;
}

/** Attributes below it are ids and the forms of a source. */
const SHOWN_FROM = 200;
const MOST_ITEMS = 50;

/** What a person reads of an entity: neither ids nor measures nor analyses, which no event tells. */
function isShown(attribute: Attribute, changed: ReadonlySet<string>): boolean {
  if (changed.has(attribute.name)) return !/^source[A-Z]|Category$/.test(attribute.name);
  const { priority, providedBy, type, name } = attribute;
  const isDerived = providedBy.every((source) => source === 'derived');
  return (
    priority >= SHOWN_FROM &&
    !isDerived &&
    type !== 'json' &&
    !/Url$|Category$|^source[A-Z]|^integration$/.test(name)
  );
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** The values before the changes that came after a moment; the oldest of these tells last. */
function undone(changes: readonly ChangeRow[], at: number): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { occurredAt, delta } of changes) {
    if (Date.parse(isoOf(occurredAt)) <= at) continue;
    for (const [field, { before }] of Object.entries(deltaOf(delta) ?? {})) values.set(field, before ?? null);
  }
  return values;
}

/** A value as it was: what a later change replaced, and no moment that had not come. */
function valueThen(
  attribute: Attribute,
  now: unknown,
  replaced: ReadonlyMap<string, unknown>,
  at: number,
): unknown {
  if (replaced.has(attribute.name)) return replaced.get(attribute.name);
  const isMoment = attribute.type === 'datetime' && attribute.name !== 'updatedAt';
  return isMoment && typeof now === 'string' && Date.parse(now) > at ? null : now;
}

function fieldsOf(
  kind: Kind,
  row: EntityMatch['row'],
  changes: readonly ChangeRow[],
  at: number,
): EntityAsOf['fields'] {
  const touched = new Set(changes.flatMap(({ delta }) => Object.keys(deltaOf(delta) ?? {})));
  const replaced = undone(changes, at);
  return kind.attributes
    .filter((attribute) => isShown(attribute, touched) && attribute.name !== 'updatedAt')
    .map((attribute) => {
      const now = presentValue(attribute, row[attribute.name]) ?? null;
      const was = valueThen(attribute, now, replaced, at) ?? null;
      const changed = String(was ?? '') !== String(now ?? '');
      return { name: attribute.name, label: attribute.label, was, now, changed };
    })
    .filter(({ was, now }) => !isEmpty(was) || !isEmpty(now));
}

interface HeldRow {
  readonly uuid: string;
  readonly name: string | null;
  readonly heldThen: boolean;
  readonly heldNow: boolean;
}

async function relationThen(
  store: KeyedReader,
  { name, label, target, via }: Relation,
  uuid: string,
  at: number,
): Promise<EntityAsOf['relations'][number] | null> {
  if (via.kind !== 'edge' || via.dated === undefined) return null;
  const [here, there] = via.direction === 'out' ? ['fromUuid', 'toUuid'] : ['toUuid', 'fromUuid'];
  const rows = await store.rows<HeldRow>(
    `SELECT t.uuid::VARCHAR AS uuid, t.name, bool_or((r.since IS NULL OR r.since <= $3::TIMESTAMP) AND (r.until IS NULL OR r.until > $3::TIMESTAMP)) AS "heldThen",
       bool_or(r.until IS NULL) AS "heldNow"
     FROM ${rowsAt(store, 'Relation', ['relation', here ?? '', there ?? '', 'since', 'until'], '$1')} r JOIN ${quoted(target)} t ON t.uuid = r.${quoted(there ?? '')}
     WHERE r.relation = $2 AND r.${quoted(here ?? '')} = $1::UUID AND NOT coalesce(t.deleted, false)
     GROUP BY 1, 2 HAVING "heldThen" OR "heldNow" ORDER BY 2, 1 LIMIT ${String(MOST_ITEMS)}`,
    [uuid, via.relation, new Date(at).toISOString().slice(0, -1)],
  );
  if (rows.length === 0) return null;
  const items = (key: 'heldThen' | 'heldNow') =>
    rows.filter((row) => row[key]).map((row) => ({ uuid: row.uuid, name: row.name ?? row.uuid }));
  return {
    name,
    label,
    was: items('heldThen'),
    now: items('heldNow'),
    changed: rows.some((row) => row.heldThen !== row.heldNow),
  };
}

/** An entity as it was at a moment, as far as its events and dated relations tell. */
export async function entityAsOf(
  store: KeyedReader,
  { kind, row }: EntityMatch,
  moment: string,
): Promise<EntityAsOf> {
  const [uuid, at] = [String(row['uuid']), Date.parse(moment)];
  const changes = await store.rows<ChangeRow>(
    `SELECT e."occurredAt", e.delta FROM ${eventsOf(store)} e WHERE ${CHANGES_IT} ORDER BY e."occurredAt" DESC, length(e."sourceEventId") DESC, e."sourceEventId" DESC`,
    [uuid],
  );
  const earliest = changes.at(-1);
  const made = row['createdAt']
    ? Date.parse(isoOf(row['createdAt']))
    : earliest && Date.parse(isoOf(earliest.occurredAt));
  const relations: EntityAsOf['relations'] = [];
  for (const relation of kind.relations) {
    const held = await relationThen(store, relation, uuid, at);
    if (held) relations.push(held);
  }
  return {
    at: new Date(at).toISOString(),
    existed: made === undefined || made <= at,
    fields: fieldsOf(kind, row, changes, at),
    relations,
  };
}
