import { createClient, type OrgId } from '@cairn/contracts';
import type { teamContract } from '@cairn/contracts/teams';
import { GRAPH_DATA } from '@cairn/host';
import { queryOptions } from '@tanstack/react-query';
import { whileAway } from './away.ts';
import { keyOf } from './keys.ts';
import { readAt, routeAt } from './route-at.ts';

type Teams = typeof teamContract;

/** The routes of svc-graph about teams that admins make. */
export const teamClient = /* #__PURE__ */ createClient(
  {
    listOwnTeams: readAt<Teams['listOwnTeams']>('/api/{orgId}/teams/list'),
    saveTeam: routeAt<Teams['saveTeam']>('/api/{orgId}/teams/save'),
    removeTeam: routeAt<Teams['removeTeam']>('/api/{orgId}/teams/remove'),
    restoreTeam: routeAt<Teams['restoreTeam']>('/api/{orgId}/teams/restore'),
  },
  (url, init) => fetch(url, init),
);

/** The teams that admins of the org made. */
export function ownTeamsQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('ownTeams', orgId),
    queryFn: async ({ signal }) =>
      (await teamClient.listOwnTeams({ params: { orgId }, input: {}, signal })).data,
    meta: GRAPH_DATA,
    retry: whileAway,
  });
}
