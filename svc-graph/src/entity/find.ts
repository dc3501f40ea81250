import { AppError } from '@cairn/contracts';
import { type Attribute, CATALOGUE, type Catalogue, type Kind } from '@cairn/entities';
import { quoted } from '../store/ddl.ts';
import { formerUuids } from '../store/former-uuids.ts';
import type { Reader } from '../query/engine/reader.ts';

const KINDS = CATALOGUE.kinds.filter(({ name }) => name !== 'Event');
const WHICH = KINDS.map(
  ({ name }) => `SELECT '${name}' AS kind FROM ${quoted(name)} WHERE uuid = $1::UUID`,
).join(' UNION ALL ');
const ABOUT = 'SELECT "entityUuid"::VARCHAR AS about FROM "Event" WHERE uuid = $1::UUID';

/** The person that an account was joined into, whose page stands for both. */
const JOINED = 'SELECT "personUuid"::VARCHAR AS into FROM "JoinedPerson" WHERE "accountUuid" = $1::UUID';

/** An entity's kind and stored row; links are uuids. */
export interface EntityMatch {
  readonly kind: Kind;
  readonly row: Readonly<Record<string, unknown>>;
}

/** The entity with this present or former uuid, or the entity of the event with this uuid. Throws when the org has neither. */
export async function findEntity(
  store: Reader,
  uuid: string,
  catalogue: Catalogue = CATALOGUE,
): Promise<EntityMatch> {
  const [which] = await store.rows<{ kind: string }>(WHICH, [uuid]);
  const kind = which && catalogue.kind(which.kind);
  if (!which) {
    const [event] = await store.rows<{ about: string | null }>(ABOUT, [uuid]);
    if (event?.about && event.about !== uuid) return findEntity(store, event.about, catalogue);
    const current = (await formerUuids(store, [uuid])).get(uuid.toLowerCase());
    if (current) return findEntity(store, current, catalogue);
  }
  if (!kind) throw new AppError('not_found', 'There is no such entity.');
  const [row] = await store.rows<Record<string, unknown>>(
    `SELECT * FROM ${quoted(kind.name)} WHERE uuid = $1::UUID`,
    [uuid],
  );
  if (!row) throw new AppError('not_found', 'There is no such entity.');
  const [joined] = kind.name === 'Person' ? await store.rows<{ into: string }>(JOINED, [uuid]) : [];
  return joined ? findEntity(store, joined.into, catalogue) : { kind, row };
}

/** A UTC moment of the database as ISO text. */
export function isoOf(moment: unknown): string {
  return new Date(`${String(moment).replace(' ', 'T')}Z`).toISOString();
}

/** A stored value as answers present it. */
export function presentValue({ type }: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (type === 'number') return Number(value);
  if (type === 'datetime') return isoOf(value);
  if (type === 'json') return JSON.parse(String(value)) as unknown;
  return value;
}
