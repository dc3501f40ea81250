import { createClient, type OrgId } from '@cairn/contracts';
import type { webhookContract } from '@cairn/contracts/webhooks';
import { queryOptions } from '@tanstack/react-query';
import { keyOf } from './keys.ts';
import { routeAt } from './route-at.ts';

type Webhooks = typeof webhookContract;

/** The routes of svc-graph about messages of tools, their secrets, and changed settings of sources. */
export const webhookClient = /* #__PURE__ */ createClient(
  {
    listDeliveries: routeAt<Webhooks['listDeliveries']>('/api/{orgId}/sources/list-deliveries'),
    listSecrets: routeAt<Webhooks['listSecrets']>('/api/{orgId}/sources/list-secrets'),
    createSecret: routeAt<Webhooks['createSecret']>('/api/{orgId}/sources/create-secret'),
    updateSecret: routeAt<Webhooks['updateSecret']>('/api/{orgId}/sources/update-secret'),
    removeSecret: routeAt<Webhooks['removeSecret']>('/api/{orgId}/sources/remove-secret'),
    updateSource: routeAt<Webhooks['updateSource']>('/api/{orgId}/sources/update-source'),
  },
  (url, init) => fetch(url, init),
);

const AGAIN_MS = 10_000;

/** The last messages of the tool of a source; followed, since a person tries it from there. */
export function deliveriesQuery(orgId: OrgId, id: string) {
  return queryOptions({
    queryKey: keyOf('deliveries', orgId, id),
    queryFn: ({ signal }) => webhookClient.listDeliveries({ params: { orgId }, input: { id }, signal }),
    select: ({ data }) => data,
    refetchInterval: AGAIN_MS,
  });
}

/** Which webhook secrets a source has. */
export function webhookSecretsQuery(orgId: OrgId, sourceId: string) {
  return queryOptions({
    queryKey: keyOf('webhookSecrets', orgId, sourceId),
    queryFn: ({ signal }) => webhookClient.listSecrets({ params: { orgId }, input: { sourceId }, signal }),
    select: ({ data }) => data,
  });
}
