import { createClient, EntityUuid, type OrgId } from '@cairn/contracts';
import type { sourcePayloadContract } from '@cairn/contracts/source-payloads';
import { queryOptions } from '@tanstack/react-query';
import { whileAway } from './away.ts';
import { keyOf } from './keys.ts';
import { routeAt } from './route-at.ts';

const client = /* #__PURE__ */ createClient(
  {
    entityPayload: routeAt<(typeof sourcePayloadContract)['entityPayload']>(
      '/api/{orgId}/sources/entity-payload',
    ),
  },
  (url, init) => fetch(url, init),
);

/** What a source last sent of an entity; null where it keeps nothing of it. */
export function entityPayloadQuery(orgId: OrgId, id: string, uuid: string) {
  return queryOptions({
    queryKey: keyOf('entityPayload', orgId, id, uuid),
    queryFn: async ({ signal }) => {
      const input = { id, uuid: EntityUuid.parse(uuid) };
      return (await client.entityPayload({ params: { orgId }, input, signal })).data;
    },
    retry: whileAway,
  });
}
