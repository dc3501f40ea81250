import { createClient, type OrgId } from '@cairn/contracts';
import type { colleagueContract } from '@cairn/contracts/colleagues';
import { queryOptions } from '@tanstack/react-query';
import { whileAway } from './away.ts';
import { keyOf } from './keys.ts';
import { readAt } from './route-at.ts';

const colleagueClient = /* #__PURE__ */ createClient(
  { listColleagues: readAt<typeof colleagueContract.listColleagues>('/api/{orgId}/users/colleagues') },
  (url, init) => fetch(url, init),
);

/** The people of the org by name. */
export function colleaguesQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('colleagues', orgId),
    queryFn: async ({ signal }) =>
      (await colleagueClient.listColleagues({ params: { orgId }, input: {}, signal })).data,
    staleTime: 60_000,
    retry: whileAway,
  });
}
