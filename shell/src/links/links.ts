import type { DeepLink, Org } from '@cairn/contracts';
import { ExploreState } from '@cairn/contracts';
import { savedThingsKey } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import { useQuery } from '@tanstack/react-query';
import { workspaceClient } from '@cairn/client';

const FRESH_MS = 30_000;

/** Saved boards and queries that the user may see. */
export function useLinks(org: Org) {
  return useQuery({
    queryKey: savedThingsKey(org.id),
    queryFn: async ({ signal }) =>
      (await workspaceClient.listLinks({ input: { org_id: org.id }, signal })).data,
    staleTime: FRESH_MS,
  });
}

/** The address that opens a saved thing. */
export function addressOf(org: Org, link: DeepLink): string {
  if (link.type === 'dashboard-v1') return `/${org.id}/boards/${encodeURIComponent(link.id)}`;
  const state = ExploreState.safeParse(safeJson(link.state)).data;
  if (!state) return `/${org.id}/library`;
  const view = state.viz[0];
  const place = { query: state.params, title: link.name, saved: link.id };
  return exploreAddress(org.id, view ? { ...place, view } : place);
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
