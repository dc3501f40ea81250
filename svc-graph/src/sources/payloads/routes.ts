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

const CANDIDATES = `SELECT number::VARCHAR AS number, kind, decode(payload) AS body,
    strftime("receivedAt", '%Y-%m-%dT%H:%M:%S.%gZ') AS "receivedAt"
  FROM "RawPayload" WHERE "sourceId" = $1 AND contains(decode(payload), $2)
  ORDER BY "RawPayload".number DESC LIMIT ${String(MOST_PAYLOADS)}`;

/** The last payload that makes a row of an entity, found by making its rows again. */
function readPayload(
  normalise: NonNullable<Connector['normalise']>,
  { number, kind, body, receivedAt }: Kept,
  at: { readonly orgId: string; readonly sourceId: string; readonly uuid: string; readonly id: string },
): EntityPayload | undefined {
  const payload: unknown = JSON.parse(body);
  const { loads } = normalise({ kind, body: payload }, at);
  for (const { table, rows } of loads) {
    const made = KINDS.find(({ name }) => name === table);
    const row = made && rows.find(({ uuid }) => uuid === at.uuid);
    if (!made || !row) continue;
    const item = findItem(payload, at.id);
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

/** The id that a tool gave to an entity; that of a tool with many sites ends its own address here. */
async function readToolId(store: GraphStore, sourceId: string, uuid: string): Promise<string | undefined> {
  const [known] = await store.rows<{ id: string | null }>(
    'SELECT "externalId" AS id FROM "SourceRecord" WHERE "sourceId" = $1 AND "entityUuid" = $2::UUID',
    [sourceId, uuid],
  );
  return known?.id?.split(':').at(-1);
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
      const id = normalise && (await readToolId(store, sourceId, uuid));
      if (!normalise || !id) return { data: null };
      const candidates = await store.rows<Kept>(CANDIDATES, [sourceId, id]);
      for (const kept of candidates) {
        const found = readPayload(normalise, kept, { orgId, sourceId, uuid, id });
        if (found) return { data: found };
      }
      return { data: null };
    },
  };
}
