import { queryContract } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';
import type { Catalogue, Integration } from '@cairn/entities';
import type { Handlers } from '@cairn/service-kit';
import { cachedJson } from '../answers/cached-json.ts';
import type { CachedJsonDeps } from '../answers/cached-json.ts';
import { answerConfiguration } from './configuration.ts';

export interface ConfigurationDeps extends CachedJsonDeps {
  readonly catalogueOf: (orgId: OrgId) => Promise<Catalogue>;
  readonly integrations: (orgId: OrgId) => Promise<readonly Integration[]>;
}

/** The routes of this slice. */
export const configurationContract = { configuration: queryContract.configuration };

/** The catalogue of an org and the parts that its sources fill. */
export function configurationHandlers(deps: ConfigurationDeps): Handlers<typeof configurationContract> {
  return {
    configuration: async (call) => {
      const { orgId } = call.params;
      const [sources, catalogue] = await Promise.all([deps.integrations(orgId), deps.catalogueOf(orgId)]);
      return cachedJson(deps, call, {
        output: queryContract.configuration.output,
        identity: ['configuration', sources],
        answer: (context) => answerConfiguration(catalogue, sources, context),
      });
    },
  };
}
