import { AppError } from '@cairn/contracts';
import { type Attribute, CATALOGUE, type Catalogue, type Kind } from '@cairn/entities';
import { quoted } from '../store/ddl.ts';
import { formerUuids } from '../store/former-uuids.ts';
import { KINDS } from './key-index/key-index.ts';
import type { KeyedReader } from './key-index/keyed-rows.ts';

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

/** The stored row of an entity of one of these kinds. */
async function rowIn(
  store: KeyedReader,
  uuid: string,
  kinds: readonly (Kind | undefined)[],
): Promise<EntityMatch | undefined> {
  for (const kind of kinds) {
    if (!kind) continue;
    const sql = `SELECT * FROM ${quoted(kind.name)} WHERE uuid = $1::UUID`;
    const [row] = await store.rows<Record<string, unknown>>(sql, [uuid]);
    if (row) return { kind, row };
  }
  return undefined;
}

/** The entity with exactly this uuid; the index of kinds may lack the latest ones. */
async function exactly(
  store: KeyedReader,
  uuid: string,
  catalogue: Catalogue,
): Promise<EntityMatch | undefined> {
  const { kinds } = store.keys ?? {};
  if (kinds !== undefined) {
    const places = await store.rows<{ kind: number }>(`SELECT kind FROM ${kinds} WHERE h = hash($1::UUID)`, [
      uuid,
    ]);
    const known = places.map(({ kind }) => catalogue.kind(KINDS[kind]?.name ?? ''));
    const found = await rowIn(store, uuid, known);
    if (found) return found;
  }
  const which = await store.rows<{ kind: string }>(WHICH, [uuid]);
  return rowIn(
    store,
    uuid,
    which.map(({ kind }) => catalogue.kind(kind)),
  );
}

/** The entity with this present or former uuid, or the entity of the event with this uuid. Throws when the org has neither. */
export async function findEntity(
  store: KeyedReader,
  uuid: string,
  catalogue: Catalogue = CATALOGUE,
): Promise<EntityMatch> {
  const found = await exactly(store, uuid, catalogue);
  if (!found) {
    const [event] = await store.rows<{ about: string | null }>(ABOUT, [uuid]);
    if (event?.about && event.about !== uuid) return findEntity(store, event.about, catalogue);
    const current = (await formerUuids(store, [uuid])).get(uuid.toLowerCase());
    if (current) return findEntity(store, current, catalogue);
    throw new AppError('not_found', 'There is no such entity.');
  }
  const [joined] = found.kind.name === 'Person' ? await store.rows<{ into: string }>(JOINED, [uuid]) : [];
  return joined ? findEntity(store, joined.into, catalogue) : found;
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
