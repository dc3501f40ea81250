import { setTimeout as wait } from 'node:timers/promises';
import type { OrgId } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';
import type { GraphStores } from '../../store/graph-stores.ts';
import { readSources } from '../../store/source-row.ts';
import { type Connector, connectorOf, isRead } from '../connector.ts';
import type { Jobs } from '../jobs.ts';
import { nextRunOf, readPlans, zoneOfOrg } from './reading-plan.ts';

export interface SchedulerDeps {
  readonly stores: Pick<GraphStores, 'orgs' | 'canOpen' | 'open'>;
  readonly jobs: Pick<Jobs, 'start' | 'isBusy'>;
  readonly connectors: readonly Connector[];
  readonly log: Logger;
  readonly now?: () => number;
}

/** Milliseconds between two looks at the clock. Each asks the file of every org, and schedules count in minutes. */
export const LOOK_EVERY = 60_000;

async function startDue(
  { stores, jobs, connectors, now = Date.now }: SchedulerDeps,
  orgId: OrgId,
): Promise<void> {
  if (!(await stores.canOpen(orgId))) return;
  const store = await stores.open(orgId);
  const [sources, planOf, zone] = await Promise.all([readSources(store), readPlans(store), zoneOfOrg(store)]);
  for (const { id, type, state } of sources) {
    if (!isRead(connectorOf(connectors, type)) || jobs.isBusy(orgId, id)) continue;
    const due = nextRunOf(planOf(id), state, zone);
    if (due !== null && due <= now()) jobs.start({ orgId, sourceId: id, kind: 'ingest', reason: 'schedule' });
  }
}

/**
 * Starts the readings whose time has come. Schedules are read each time, so a changed one counts at once. An org whose
 * file does not answer holds back no other.
 */
export async function startDueReadings(deps: SchedulerDeps): Promise<void> {
  const looks = (await deps.stores.orgs()).map((orgId) =>
    startDue(deps, orgId).catch((err: unknown) =>
      deps.log.warn({ err, orgId }, 'the schedule of an org is not kept'),
    ),
  );
  await Promise.race([Promise.all(looks), wait(LOOK_EVERY, undefined, { ref: false })]);
}
