import { AppError, type sourceContract } from '@cairn/contracts';
import type { pushContract } from '@cairn/contracts/push';
import type { sourceInstallContract } from '@cairn/contracts/source-installs';
import type { sourcePayloadContract } from '@cairn/contracts/source-payloads';
import type { sourceOfferContract } from '@cairn/contracts/source-offers';
import type { sourcePreviewContract } from '@cairn/contracts/source-preview';
import type { sourceRunContract } from '@cairn/contracts/source-runs';
import type { webhookContract } from '@cairn/contracts/webhooks';
import type { Handlers } from '@cairn/service-kit';
import { readLoss } from '../store/data-loss.ts';
import { writerOf } from '../store/graph-writer.ts';
import { CAIRN, actorIdOf } from '../store/outbox.ts';
import { readSources } from '../store/source-row.ts';
import { connectorOf } from './connector.ts';
import type { SourcesDeps } from './sources-deps.ts';
import { folderHandlers } from './folder-routes.ts';
import { hostHandlers } from './host-routes.ts';
import { installHandlers } from './installs/routes.ts';
import { keepSource, sourceAct } from './keep-source.ts';
import { parseSettings } from './parse-settings.ts';
import { presentConnector, toldTo } from './present.ts';
import { payloadHandlers } from './payloads/routes.ts';
import { offerHandlers } from './offers/routes.ts';
import { previewHandlers } from './preview/routes.ts';
import { pushHandlers } from './push/routes.ts';
import { removalStatements } from './remove-source.ts';
import { usualRecipe } from './simulated/recipe.ts';
import { sourceWork } from './source-work.ts';
import { isPaused } from './schedule/reading-plan.ts';
import { planHandlers } from './schedule/routes.ts';
import { runHandlers } from './runs/routes.ts';
import { updateHandlers } from './update-source.ts';
import { Inbox } from './webhooks/inbox.ts';
import { KnownSources } from './webhooks/known-sources.ts';
import { webhookHandlers } from './webhooks/routes.ts';

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
  Handlers<typeof sourceInstallContract> &
  Handlers<typeof webhookContract> {
  const { stores, jobs, connectors } = deps;
  const work = sourceWork(deps);
  const known = new KnownSources(stores, connectors);
  const { presentAll, find, begin } = work;
  const inbox = deps.inbox ?? new Inbox(deps);
  return {
    ...folderHandlers(deps),
    ...hostHandlers(deps),
    ...webhookHandlers(deps, known, inbox),
    ...installHandlers(deps, known, inbox),
    ...updateHandlers(deps, known),
    ...planHandlers(deps, known),
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
