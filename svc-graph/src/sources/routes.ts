import { AppError, type OrgId, type sourceContract, type UserId } from '@cairn/contracts';
import type { pushContract } from '@cairn/contracts/push';
import type { sourcePayloadContract } from '@cairn/contracts/source-payloads';
import type { sourceOfferContract } from '@cairn/contracts/source-offers';
import type { sourcePreviewContract } from '@cairn/contracts/source-preview';
import type { sourceRunContract } from '@cairn/contracts/source-runs';
import type { webhookContract } from '@cairn/contracts/webhooks';
import type { Handlers } from '@cairn/service-kit';
import { readLoss } from '../store/data-loss.ts';
import { writerOf } from '../store/graph-writer.ts';
import { CAIRN, actorIdOf, tell } from '../store/outbox.ts';
import { NEW_SOURCE, type SourceRow, addSource, readSources, renameSource } from '../store/source-row.ts';
import { type Connector, type NewSource, type SourceSettings, connectorOf } from './connector.ts';
import type { SourcesDeps } from './sources-deps.ts';
import { folderHandlers } from './folder-routes.ts';
import { readFolders } from './folders.ts';
import { createGuardedFetch } from './guarded-fetch/guarded-fetch.ts';
import { hostHandlers } from './host-routes.ts';
import { allowedHosts } from './hosts.ts';
import { parseSettings } from './parse-settings.ts';
import { presentConnector, toldTo } from './present.ts';
import { payloadHandlers } from './payloads/routes.ts';
import { offerHandlers } from './offers/routes.ts';
import { previewHandlers } from './preview/routes.ts';
import { pushHandlers } from './push/routes.ts';
import { removalStatements } from './remove-source.ts';
import { secretStatements } from './secrets.ts';
import { separateSettings } from './separate-settings.ts';
import { usualRecipe } from './simulated/recipe.ts';
import { freeName } from './source-name.ts';
import { sourceWork } from './source-work.ts';
import { isPaused } from './schedule/reading-plan.ts';
import { planHandlers } from './schedule/routes.ts';
import { runHandlers } from './runs/routes.ts';
import { updateHandlers } from './update-source.ts';
import { KnownSources } from './webhooks/known-sources.ts';
import { webhookHandlers } from './webhooks/routes.ts';

/** The name of a source: its own where it has one that no other has, else the shortest that is free. */
function nameAmong(sources: readonly SourceRow[], { id, name, longerNames = [] }: NewSource): string {
  const taken = new Set(sources.filter((source) => source.id !== id).map((source) => source.name));
  const own = sources.find((source) => source.id === id)?.name;
  return own !== undefined && !taken.has(own) ? own : freeName([name, ...longerNames], taken);
}

/** Tells svc-workspace that a source came or went. */
const sourceAct = (
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
async function keepSource(
  { stores, connectors, hosts }: SourcesDeps,
  at: {
    readonly orgId: OrgId;
    readonly connector: Connector;
    readonly settings: SourceSettings;
    readonly actorId: UserId | null;
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
  await addSource(store, source, there ? [] : [added]);
  if (there && there.name !== name) await renameSource(store, { id: source.id, name });
  return source;
}

type SourceHandlers = Handlers<typeof sourceContract>;

/** Adds sources that people name, and the simulated company. */
function addingHandlers(
  deps: SourcesDeps,
  { present, begin }: ReturnType<typeof sourceWork>,
  known: KnownSources,
): Pick<SourceHandlers, 'createSource' | 'simulateCompany'> {
  const { stores, jobs, connectors } = deps;
  return {
    createSource: async ({ params: { orgId }, input, caller }) => {
      const { connector, settings } = parseSettings(connectors, input);
      if (connector.simulated && caller.userId !== CAIRN)
        throw new AppError('invalid_input', 'Only Cairn itself adds simulated data.');
      jobs.prepare();
      const source = await keepSource(deps, { orgId, connector, settings, actorId: actorIdOf(caller) });
      known.forget(source.id);
      return begin(orgId, source.id, 'ingest', caller);
    },
    simulateCompany: async ({ params: { orgId }, caller }) => {
      if (caller.simulated !== true && caller.userId !== CAIRN)
        throw new AppError('conflict', 'Simulated data belongs in an organization of its own.');
      const [there] = await readSources(await stores.open(orgId));
      if (there) return { data: await present(orgId, there) };
      const input = { type: 'simulated', settings: usualRecipe(Date.now()) };
      const { connector, settings } = parseSettings(connectors, input);
      const source = await keepSource(deps, { orgId, connector, settings, actorId: actorIdOf(caller) });
      return begin(orgId, source.id, 'ingest', caller);
    },
  };
}

/** Lists, adds, reads and removes sources. */
export function sourcesHandlers(
  deps: SourcesDeps,
): SourceHandlers &
  Handlers<typeof sourceRunContract> &
  Handlers<typeof sourcePreviewContract> &
  Handlers<typeof sourceOfferContract> &
  Handlers<typeof sourcePayloadContract> &
  Handlers<typeof pushContract> &
  Handlers<typeof webhookContract> {
  const { stores, jobs, connectors } = deps;
  const work = sourceWork(deps);
  const known = new KnownSources(stores, connectors);
  const { presentAll, find, begin } = work;
  return {
    ...folderHandlers(deps),
    ...hostHandlers(deps),
    ...webhookHandlers(deps, known),
    ...updateHandlers(deps, known),
    ...planHandlers(deps),
    ...runHandlers(deps),
    ...previewHandlers(deps),
    ...offerHandlers(deps),
    ...payloadHandlers(deps),
    ...pushHandlers(deps),
    ...addingHandlers(deps, work, known),
    listConnectors: () => ({ data: connectors.map(presentConnector) }),
    listSources: async ({ params: { orgId }, caller }) => {
      const sources = await presentAll(orgId, await readSources(await stores.open(orgId)));
      return { data: sources.map((source) => toldTo(caller, source)) };
    },
    readDataLoss: async ({ params: { orgId } }) => ({ data: await readLoss(await stores.open(orgId)) }),
    syncSource: async ({ params: { orgId }, input: { id }, caller }) => {
      if (await isPaused(await stores.open(orgId), id))
        throw new AppError('conflict', 'This source is paused. Resume it to have it read.');
      return begin(orgId, id, 'ingest', caller);
    },
    removeSource: async ({ params: { orgId }, input: { id }, caller }) => {
      const source = await find(orgId, id);
      const statements = [
        ...removalStatements(connectorOf(connectors, source.type), { orgId, source }),
        sourceAct(orgId, 'source.removed', actorIdOf(caller), source),
      ];
      const store = await stores.open(orgId);
      await jobs.whilePaused({ orgId, sourceId: id }, () => writerOf(store).commit(statements));
      known.forget(id);
      // What only the removed source had read of them is read by the others now.
      await jobs.rebuildOutdated(orgId, ['renormalise', 'ingest']);
      return { data: { id } };
    },
    renormaliseSource: ({ params: { orgId }, input, caller }) =>
      begin(orgId, input.id, 'renormalise', caller),
  };
}
