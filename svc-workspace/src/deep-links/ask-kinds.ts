import {
  createClient,
  isBeingRead,
  isInBackground,
  queryContract,
  sourceContract,
  type Configuration,
  type OrgId,
  type Source,
  type SourceType,
} from '@cairn/contracts';
import { keepForLater } from '@cairn/service-kit/keep-for-later';
import { graphSender, type GraphQuestionDeps } from '../graph/graph-sender.ts';
import type { AskKinds, KnownKinds } from './availability.ts';

interface AskDeps extends GraphQuestionDeps {
  readonly now?: () => number;
}

/** An answer is asked again after this time; the older one serves until then. */
const FRESH_MS = 5_000;
/** An answer of this age is no longer true enough to be shown. */
const STALE_MS = 60_000;

const AWAY: KnownKinds = {
  missing: { notConfigured: [], processing: [] },
  notice: 'The graph does not answer now, so it is not known which data is there.',
};

interface Graph {
  readonly configuration: Configuration;
  readonly sources: readonly Source[];
  readonly types: readonly SourceType[];
}

/** Whether what a source brings is not there yet: it is read for the first time, or was held before its end. */
const isUnread = (source: Source) =>
  (isBeingRead(source) && !isInBackground(source)) ||
  ((source.status === 'paused' || source.status === 'limited') && source.lastIngestedAt === null);

/** The kinds whose data is missing: those that no source brings, and those of a source that is not read yet. */
export function missingKinds({ configuration: { kinds, integrations }, sources, types }: Graph) {
  const reading = sources.filter(isUnread);
  const bringing = types.filter(({ type }) => reading.some((source) => source.type === type));
  const names = new Set(bringing.flatMap(({ provides }) => provides));
  const coming = new Set(
    integrations.filter(({ name }) => names.has(name)).flatMap(({ provides }) => provides),
  );
  return {
    notConfigured: kinds.filter(({ provided }) => !provided).map(({ name }) => name),
    processing: kinds.filter(({ name, provided }) => provided && coming.has(name)).map(({ name }) => name),
  };
}

async function readGraph(deps: AskDeps, orgId: OrgId): Promise<Graph> {
  const { send, base } = await graphSender(deps, orgId);
  const [queries, sources] = [
    createClient(queryContract, send, base),
    createClient(sourceContract, send, base),
  ];
  const params = { orgId };
  const [configuration, { data: listed }, { data: types }] = await Promise.all([
    queries.configuration({ params }),
    sources.listSources({ params }),
    sources.listConnectors({ params }),
  ]);
  return { configuration, sources: listed, types };
}

interface Kept {
  readonly at: number;
  readonly known: KnownKinds;
}

/** Asks svc-graph which data of an org is missing. Answers are kept for some seconds; one that is away is named. */
export function askKindsOf(deps: AskDeps): AskKinds {
  const { log, now = Date.now } = deps;
  const kept = new Map<OrgId, Kept>();
  const running = new Map<OrgId, Promise<KnownKinds>>();
  const ask = (orgId: OrgId): Promise<KnownKinds> => {
    const known = running.get(orgId);
    if (known) return known;
    const asked = readGraph(deps, orgId)
      .then((graph): KnownKinds => ({ missing: missingKinds(graph), notice: null }))
      .catch((err: unknown) => {
        log.warn({ err, orgId }, 'svc-graph does not tell which data is there');
        return AWAY;
      })
      .then((answer) => {
        kept.set(orgId, { at: now(), known: answer });
        return answer;
      })
      .finally(() => running.delete(orgId));
    running.set(orgId, keepForLater(asked));
    return asked;
  };
  return (orgId) => {
    const last = kept.get(orgId);
    const age = last ? now() - last.at : STALE_MS;
    if (last && age < FRESH_MS) return Promise.resolve(last.known);
    const asked = ask(orgId);
    return last && age < STALE_MS ? Promise.resolve(last.known) : asked;
  };
}
