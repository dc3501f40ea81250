import { type OrgId, graphContract } from '@cairn/contracts';
import type { Catalogue, Integration } from '@cairn/entities';
import type { Handlers } from '@cairn/service-kit';
import type { GraphStores } from '../store/graph-stores.ts';
import { entityDetail } from './detail.ts';
import { entityDiff } from './diff.ts';
import { entityHistory } from './history.ts';

export interface EntityDeps {
  readonly stores: GraphStores;
  /** The integrations that an org has a source of. */
  readonly integrations: (orgId: OrgId) => Promise<readonly Integration[]>;
  /** The catalogue as an org has it. */
  readonly catalogueOf: (orgId: OrgId) => Promise<Catalogue>;
}

/** The routes of this slice. */
export const entityContract = {
  entityDetail: graphContract.entityDetail,
  entityDiff: graphContract.entityDiff,
  entityHistory: graphContract.entityHistory,
};

/** One entity: what it is, what it changed, what happened to it. */
export function entityHandlers({
  stores,
  integrations,
  catalogueOf,
}: EntityDeps): Handlers<typeof entityContract> {
  return {
    entityDetail: async ({ params: { orgId }, input }) => ({
      data: await entityDetail(await stores.open(orgId), orgId, input.entityUuid, {
        integrations: await integrations(orgId),
        catalogue: await catalogueOf(orgId),
      }),
    }),
    entityDiff: async ({ params: { orgId }, input }) =>
      entityDiff(await stores.open(orgId), input.entityUuid),
    entityHistory: async ({ params: { orgId }, input }) =>
      entityHistory(await stores.open(orgId), input.entityUuid, input.pagination),
  };
}
