import type { EntityPayload, sourcePayloadContract } from '@cairn/contracts/source-payloads';
import { KINDS } from '@cairn/entities';
import type { Handlers } from '@cairn/service-kit';
import type { GraphStore } from '../../store/graph-store.ts';
import { type Connector, connectorOf } from '../connector.ts';
import { sourceWork } from '../source-work.ts';
import type { SourcesDeps } from '../sources-deps.ts';
import { findItem, traceFields } from './trace.ts';

/** The most payloads of a source that are looked into for one entity, the latest first. */
const MOST_PAYLOADS = 20;
const LONGEST_TEXT = 100_000;

interface Kept {
  readonly number: string;
  readonly kind: string;
  readonly body: string;
  readonly receivedAt: string;
}

/** The payloads that hold an id, those with the longest one first; the ids are from the longest to the shortest. */
function candidates(store: GraphStore, sourceId: string, ids: readonly string[]): Promise<Kept[]> {
  const held = ids.map((_, index) => `contains(decode(payload), $${String(index + 2)})`);
  return store.rows<Kept>(
    `SELECT number::VARCHAR AS number, kind, decode(payload) AS body,
       strftime("receivedAt", '%Y-%m-%dT%H:%M:%S.%gZ') AS "receivedAt"
     FROM "RawPayload" WHERE "sourceId" = $1 AND ${held.at(-1) ?? 'false'}
     ORDER BY ${held.map((each) => `${each} DESC`).join(', ')}, "RawPayload".number DESC LIMIT ${String(MOST_PAYLOADS)}`,
    [sourceId, ...ids.map((id) => JSON.stringify(id).slice(1, -1))],
  );
}

/** The last payload that makes a row of an entity, found by making its rows again. */
function readPayload(
  normalise: NonNullable<Connector['normalise']>,
  { number, kind, body, receivedAt }: Kept,
  at: {
    readonly orgId: string;
    readonly sourceId: string;
    readonly uuid: string;
    readonly ids: readonly string[];
  },
): EntityPayload | undefined {
  const payload: unknown = JSON.parse(body);
  const { loads } = normalise({ kind, body: payload }, at);
  for (const { table, rows } of loads) {
    const made = KINDS.find(({ name }) => name === table);
    const row = made && rows.find(({ uuid }) => uuid === at.uuid);
    if (!made || !row) continue;
    const item = at.ids.map((id) => findItem(payload, id)).find((found) => found !== undefined);
    if (!item) continue;
    const text = JSON.stringify(item, null, 2);
    return {
      kind,
      number: Number(number),
      receivedAt,
      text: text.slice(0, LONGEST_TEXT),
      isCut: text.length > LONGEST_TEXT,
      fields: traceFields(made, row, item),
    };
  }
  return undefined;
}

/** The most parts that an id is taken to have. */
const MOST_PARTS = 6;

/**
 * What may be the id that a tool gave to an entity, from the longest on. That of a tool with many sites ends its own
 * address here, and may have colons itself, as the ids of those who push have.
 */
async function readToolIds(store: GraphStore, sourceId: string, uuid: string): Promise<string[]> {
  const [known] = await store.rows<{ id: string | null }>(
    'SELECT "externalId" AS id FROM "SourceRecord" WHERE "sourceId" = $1 AND "entityUuid" = $2::UUID',
    [sourceId, uuid],
  );
  const parts = known?.id?.split(':') ?? [];
  const ends = parts.map((_, index) => parts.slice(index).join(':')).filter((end) => end !== '');
  return [...new Set([...ends.slice(0, 1), ...ends.slice(1 - MOST_PARTS)])];
}

/** Shows admins what a source sent of an entity. */
export function payloadHandlers(deps: SourcesDeps): Handlers<typeof sourcePayloadContract> {
  const { stores, connectors } = deps;
  const { find } = sourceWork(deps);
  return {
    entityPayload: async ({ params: { orgId }, input: { id: sourceId, uuid } }) => {
      const { type } = await find(orgId, sourceId);
      const normalise = connectorOf(connectors, type)?.normalise;
      const store = await stores.open(orgId);
      const ids = normalise ? await readToolIds(store, sourceId, uuid) : [];
      if (!normalise || ids.length === 0) return { data: null };
      for (const kept of await candidates(store, sourceId, ids)) {
        const found = readPayload(normalise, kept, { orgId, sourceId, uuid, ids });
        if (found) return { data: found };
      }
      return { data: null };
    },
  };
}
