import type { OrgId } from '@cairn/contracts';
import type { sourcePreviewContract } from '@cairn/contracts/source-preview';
import type { Handlers } from '@cairn/service-kit';
import type { Connector, SourceSettings } from '../connector.ts';
import { readFolders } from '../folders.ts';
import { createGuardedFetch } from '../guarded-fetch/guarded-fetch.ts';
import { allowedHosts } from '../hosts.ts';
import { parseKeptSettings, parseSettings } from '../parse-settings.ts';
import { readSecrets } from '../secrets.ts';
import { sourceWork } from '../source-work.ts';
import type { SourcesDeps } from '../sources-deps.ts';

/** Asks tools what they have, and keeps nothing of it. */
export function previewHandlers(deps: SourcesDeps): Handlers<typeof sourcePreviewContract> {
  const { stores, connectors, hosts } = deps;
  const { find } = sourceWork(deps);
  const preview = async (orgId: OrgId, connector: Connector, settings: SourceSettings) => {
    const store = await stores.open(orgId);
    const folders = await readFolders(store);
    const fetch = createGuardedFetch({ allowed: await allowedHosts(store, hosts) });
    const request = { orgId, settings, folders, fetch };
    // First, because it says in words what is wrong with the settings.
    const { name } = await connector.create(request);
    return { data: { name, parts: [...((await connector.parts?.list(request)) ?? [])] } };
  };
  return {
    previewSource: async ({ params: { orgId }, input }) => {
      const { connector, settings } = parseSettings(connectors, input);
      return preview(orgId, connector, settings);
    },
    testSource: async ({ params: { orgId }, input }) => {
      const { id, type, settings: kept } = await find(orgId, input.id);
      const all = { ...kept, ...(await readSecrets(stores, orgId, id)) };
      const { connector, settings } = parseKeptSettings(connectors, { type, settings: all });
      return preview(orgId, connector, settings);
    },
  };
}
