import type { OrgId } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';
import { writerOf } from '../../store/graph-writer.ts';
import type { GraphStores } from '../../store/graph-stores.ts';
import { readSources } from '../../store/source-row.ts';
import { type Connector, connectorOf } from '../connector.ts';
import type { Jobs } from '../jobs.ts';

export interface ExpiryDeps {
  readonly stores: Pick<GraphStores, 'orgs' | 'canOpen' | 'open'>;
  readonly jobs: Pick<Jobs, 'isBusy'>;
  readonly connectors: readonly Connector[];
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly now?: () => number;
}

/** Milliseconds between two looks at what may be kept no longer. */
export const EXPIRE_EVERY = 3_600_000;

async function expireIn(
  { stores, jobs, connectors, log, now = Date.now }: ExpiryDeps,
  orgId: OrgId,
): Promise<void> {
  if (!(await stores.canOpen(orgId))) return;
  const store = await stores.open(orgId);
  for (const source of await readSources(store)) {
    const connector = connectorOf(connectors, source.type);
    // What a reading brings meanwhile goes the next time.
    if (!connector?.expire || jobs.isBusy(orgId, source.id)) continue;
    const gone = await connector.expire({ writer: writerOf(store), orgId, source, now: now() });
    if (gone > 0) log.info({ orgId, sourceId: source.id, gone }, 'what may be kept no longer is gone');
  }
}

/** Takes away what sources may keep no longer, paused ones too. An org whose file does not answer holds back no other. */
export async function expireKept(deps: ExpiryDeps): Promise<void> {
  for (const orgId of await deps.stores.orgs())
    await expireIn(deps, orgId).catch((err: unknown) =>
      deps.log.warn({ err, orgId }, 'what an org may keep no longer is still there'),
    );
}
