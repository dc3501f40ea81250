import type { CommitDiff, Connector } from '../sources/connector.ts';
import { connectorOf } from '../sources/connector.ts';
import { readSources } from '../store/source-row.ts';
import type { Reader } from '../query/engine/reader.ts';

/** The most payloads of a source that are looked into, the latest first. */
const MOST_PAYLOADS = 20;

const KNOWN = `SELECT "sourceId", "externalId" AS id FROM "SourceRecord"
  WHERE "entityUuid" = $1::UUID AND NOT deleted AND "externalId" IS NOT NULL`;
const CANDIDATES = `SELECT kind, decode(payload) AS body FROM "RawPayload"
  WHERE "sourceId" = $1 AND contains(decode(payload), $2) ORDER BY number DESC LIMIT ${String(MOST_PAYLOADS)}`;

/** The changed files of a pull request as its forge told them last; null where none did. */
export async function toldFiles(
  store: Reader,
  connectors: readonly Connector[],
  pullRequest: string,
): Promise<CommitDiff | null> {
  const types = new Map((await readSources(store)).map(({ id, type }) => [id, type]));
  for (const { sourceId, id } of await store.rows<{ sourceId: string; id: string }>(KNOWN, [pullRequest])) {
    const filesIn = connectorOf(connectors, types.get(sourceId) ?? '')?.filesIn;
    if (!filesIn) continue;
    const kept = await store.rows<{ kind: string; body: string }>(CANDIDATES, [sourceId, id]);
    for (const { kind, body } of kept) {
      const found = filesIn({ kind, body: JSON.parse(body) as unknown }, id);
      if (found) return found;
    }
  }
  return null;
}
