import { AppError, type OrgId, type UserId } from '@cairn/contracts';
import { writerOf } from '../store/graph-writer.ts';
import { tell } from '../store/outbox.ts';
import { NEW_SOURCE, type SourceRow, addSource, readSources, renameSource } from '../store/source-row.ts';
import { type Connector, type NewSource, type SourceSettings, connectorOf } from './connector.ts';
import { readFolders } from './folders.ts';
import { createGuardedFetch } from './guarded-fetch/guarded-fetch.ts';
import { allowedHosts } from './hosts.ts';
import { planStatement } from './schedule/reading-plan.ts';
import { secretStatements } from './secrets.ts';
import { separateSettings } from './separate-settings.ts';
import { freeName } from './source-name.ts';
import type { SourcesDeps } from './sources-deps.ts';

/** The name of a source: its own where it has one that no other has, else the shortest that is free. */
function nameAmong(sources: readonly SourceRow[], { id, name, longerNames = [] }: NewSource): string {
  const taken = new Set(sources.filter((source) => source.id !== id).map((source) => source.name));
  const own = sources.find((source) => source.id === id)?.name;
  return own !== undefined && !taken.has(own) ? own : freeName([name, ...longerNames], taken);
}

/** Tells svc-workspace that a source came or went. */
export const sourceAct = (
  orgId: OrgId,
  action: 'source.added' | 'source.removed',
  actorId: UserId | null,
  { id, name, type }: Pick<SourceRow, 'id' | 'name' | 'type'>,
) => {
  const changes = [{ what: 'type', from: null, to: type }];
  return tell(orgId, { kind: 'act', actorId, action, target: { id, name }, changes });
};

/**
 * Adds a source to an org's file. One that is there stays, and gets the secrets that were given now; a name that another
 * has as well, from an earlier version, becomes its own.
 */
export async function keepSource(
  { stores, connectors, hosts }: SourcesDeps,
  at: {
    readonly orgId: OrgId;
    readonly connector: Connector;
    readonly settings: SourceSettings;
    readonly actorId: UserId | null;
    /** Whether a new one is paused. */
    readonly paused?: boolean;
  },
): Promise<SourceRow> {
  const { orgId, connector } = at;
  const store = await stores.open(orgId);
  const created = await connector.create({
    orgId,
    settings: at.settings,
    folders: await readFolders(store),
    fetch: createGuardedFetch({ allowed: await allowedHosts(store, hosts) }),
  });
  const { open, secrets } = separateSettings(connector, { ...at.settings, ...created.settings });
  // An org has either invented or real data, never both.
  const isSimulated = (type: string) => connectorOf(connectors, type)?.simulated === true;
  const sources = await readSources(store);
  if (sources.some(({ type }) => isSimulated(type) !== isSimulated(connector.type)))
    throw new AppError('conflict', 'Simulated and real data do not go together in one org.');
  const name = nameAmong(sources, created);
  const source = { id: created.id, name, type: connector.type, settings: open, state: NEW_SOURCE };
  const sealed = await secretStatements(stores.dataDir, { orgId, sourceId: source.id }, secrets);
  if (sealed.length > 0) await writerOf(store).commit(sealed);
  const there = sources.find(({ id }) => id === source.id);
  const added = sourceAct(orgId, 'source.added', at.actorId, source);
  const paused = at.paused ? [planStatement(source.id, { what: 'paused', value: true })] : [];
  await addSource(store, source, there ? [] : [added, ...paused]);
  if (there && there.name !== name) await renameSource(store, { id: source.id, name });
  return source;
}
