import { AppError, type Caller, type OrgId, type Source } from '@cairn/contracts';
import { CAIRN, actorIdOf } from '../store/outbox.ts';
import { type SourceRow, readSources } from '../store/source-row.ts';
import { connectorOf } from './connector.ts';
import { isDisconnected } from './disconnect.ts';
import { listConnected } from './secrets.ts';
import type { SourcesDeps } from './sources-deps.ts';
import { presentSource } from './present.ts';
import { nextRunOf, readPlans, zoneOfOrg } from './schedule/reading-plan.ts';

/** What all handlers do with a source: find it, show it, have it read. */
export function sourceWork({ stores, jobs, connectors }: SourcesDeps) {
  const presentAll = async (orgId: OrgId, sources: readonly SourceRow[]): Promise<Source[]> => {
    const store = await stores.open(orgId);
    const [planOf, zone, connected] = await Promise.all([
      readPlans(store),
      zoneOfOrg(store),
      listConnected(store),
    ]);
    return sources.map((source) => {
      const plan = planOf(source.id);
      const connector = connectorOf(connectors, source.type);
      const shown = presentSource(
        source,
        connector,
        {
          isDue: (lastChange) => jobs.isDue(orgId, source.id, lastChange),
          stalledBy: jobs.stalledBy(source.id),
          rebuild: jobs.rebuildOf(orgId, source.id),
        },
        { ...plan, nextRunAt: nextRunOf(plan, source.state, zone) },
      );
      return isDisconnected(connector, source, connected) ? { ...shown, disconnected: true } : shown;
    });
  };
  const present = async (orgId: OrgId, source: SourceRow): Promise<Source> => {
    const [shown] = await presentAll(orgId, [source]);
    if (!shown) throw new Error('nothing is presented');
    return shown;
  };
  const find = async (orgId: OrgId, id: string) => {
    const source = (await readSources(await stores.open(orgId))).find((each) => each.id === id);
    if (!source) throw new AppError('not_found', 'There is no such source.');
    return source;
  };
  const begin = async (orgId: OrgId, id: string, kind: 'ingest' | 'renormalise', caller: Caller) => {
    const source = await find(orgId, id);
    const startedBy = actorIdOf(caller);
    const by = startedBy === null ? {} : { startedBy, email: caller.email };
    const reason = caller.userId === CAIRN ? 'start' : 'hand';
    jobs.start({ orgId, sourceId: id, kind, reason, ...by });
    return { data: await present(orgId, source) };
  };
  return { presentAll, present, find, begin };
}
