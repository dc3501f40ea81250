import { createClient, type OrgId } from '@cairn/contracts';
import { entityNameContract, MOST_NAMES, type EntityPreview } from '@cairn/contracts/entity-names';
import { graphSender, type GraphQuestionDeps } from './graph-sender.ts';

/** What entities are called, by the uuid that was asked for. */
export interface KnownNames {
  readonly names: ReadonlyMap<string, EntityPreview>;
  /** Why nothing is known; null where it is. */
  readonly notice: string | null;
}

/** Asks what entities of an org are called; it never fails and never takes long. */
export type AskNames = (orgId: OrgId, uuids: readonly string[]) => Promise<KnownNames>;

const NOBODY: KnownNames = { names: new Map(), notice: null };
const AWAY: KnownNames = {
  names: new Map(),
  notice: 'The graph does not answer now, so names of entities may be missing or old.',
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Nothing is named: the answer where nobody can be asked. */
export const nothingNamed: AskNames = () => Promise.resolve(NOBODY);

/** Asks svc-graph what entities are called. Beyond the most of one question the rest goes without. */
export function askNamesOf(deps: GraphQuestionDeps): AskNames {
  return async (orgId, uuids) => {
    const asked = [...new Set(uuids.filter((uuid) => UUID.test(uuid)))].slice(0, MOST_NAMES);
    if (asked.length === 0) return NOBODY;
    try {
      const { send, base } = await graphSender(deps, orgId);
      const client = createClient(entityNameContract, send, base);
      const { data } = await client.nameEntities({ params: { orgId }, input: { uuids: asked } });
      return { names: new Map(data.map(({ uuid, ...preview }) => [uuid, preview])), notice: null };
    } catch (err) {
      deps.log.warn({ err, orgId }, 'svc-graph does not tell what entities are called');
      return AWAY;
    }
  };
}
