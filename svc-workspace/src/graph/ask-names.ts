import { createClient, type OrgId } from '@cairn/contracts';
import { entityNameContract, MOST_NAMES, type EntityPreview } from '@cairn/contracts/entity-names';
import { LRUCache } from 'lru-cache';
import { graphSender, type GraphQuestionDeps } from './graph-sender.ts';

/** How long a name is kept (W§9). */
export const NAME_CACHE_MS = 300_000;
const MOST_KEPT = 20_000;

/** What entities are called, by the uuid that was asked for. */
export interface KnownNames {
  readonly names: ReadonlyMap<string, EntityPreview>;
  /** Those that nothing has; one that could not be asked about is not among them. */
  readonly gone: ReadonlySet<string>;
  /** Why nothing is known; null where it is. */
  readonly notice: string | null;
}

/** Asks what entities of an org are called; it never fails and never takes long. */
export type AskNames = (orgId: OrgId, uuids: readonly string[]) => Promise<KnownNames>;

const NOBODY: KnownNames = { names: new Map(), gone: new Set(), notice: null };
const AWAY = 'The graph does not answer now, so names of entities may be missing or old.';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Nothing is named: the answer where nobody can be asked. */
export const nothingNamed: AskNames = () => Promise.resolve(NOBODY);

/** Asks svc-graph what entities are called, and keeps names. Beyond the most of one question the rest goes without. */
export function askNamesOf(deps: GraphQuestionDeps): AskNames {
  const kept = new LRUCache<string, EntityPreview>({ max: MOST_KEPT, ttl: NAME_CACHE_MS });
  return async (orgId, uuids) => {
    const wanted = [...new Set(uuids.filter((uuid) => UUID.test(uuid)))];
    const known = wanted.flatMap((uuid) => {
      const preview = kept.get(`${orgId} ${uuid}`);
      return preview ? [[uuid, preview] as const] : [];
    });
    const names = new Map(known);
    const asked = wanted.filter((uuid) => !names.has(uuid)).slice(0, MOST_NAMES);
    if (asked.length === 0) return { names, gone: new Set(), notice: null };
    try {
      const { send, base } = await graphSender(deps, orgId);
      const client = createClient(entityNameContract, send, base);
      const { data } = await client.nameEntities({ params: { orgId }, input: { uuids: asked } });
      for (const { uuid, ...preview } of data) {
        kept.set(`${orgId} ${uuid}`, preview);
        names.set(uuid, preview);
      }
      return { names, gone: new Set(asked.filter((uuid) => !names.has(uuid))), notice: null };
    } catch (err) {
      deps.log.warn({ err, orgId }, 'svc-graph does not tell what entities are called');
      return { names, gone: new Set(), notice: AWAY };
    }
  };
}
