import type { OrgId } from '@cairn/contracts';
import type { Integration } from '@cairn/entities';
import type { GraphStores } from '../store/graph-stores.ts';
import { type SourceState, readSources } from '../store/source-row.ts';
import { type Connector, type PendingNote, connectorOf } from './connector.ts';

/** What queries need to know of a source: its integrations, whether it is simulated, and its state. */
export interface SourceHealth {
  readonly provides: readonly Integration[];
  readonly simulated: boolean;
  readonly state: Pick<SourceState, 'status' | 'error' | 'lastIngestedAt'>;
  /** What answers say while it is being read. */
  readonly pending?: PendingNote | undefined;
}

/** What answers say of a source until its phase has ended: in it or in a part of it, and before a first reading has ended. */
function pendingOf(
  connector: Connector | undefined,
  { progress, cursor }: SourceState,
): PendingNote | undefined {
  const { pending, phases = [] } = connector ?? {};
  if (!pending || progress.state === 'done') return undefined;
  const placeIn = (phase: string | null) => phases.findIndex(({ id }) => id === phase);
  return placeIn(progress.current) >= placeIn(pending.phase) || cursor === null ? pending : undefined;
}

/** The health of every source of an org. */
export async function readSourceHealth(
  stores: GraphStores,
  connectors: readonly Connector[],
  orgId: OrgId,
): Promise<SourceHealth[]> {
  const sources = await readSources(await stores.open(orgId));
  return sources.map(({ type, state }) => {
    const connector = connectorOf(connectors, type);
    return {
      provides: connector?.provides ?? [],
      simulated: connector?.simulated === true,
      state,
      pending: pendingOf(connector, state),
    };
  });
}
