import { whileAway, workspaceClient } from '@cairn/client';
import { LINKS_PER_PAGE, type AppError, type DeepLink, type LinkSummary, type OrgId } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { savedKeys } from './saved-keys.ts';

const FRESH_MS = 30_000;

/** Reads page after page; a thing that was changed meanwhile stands where it was seen first. */
async function readAll(orgId: OrgId, signal: AbortSignal): Promise<LinkSummary[]> {
  const all = new Map<string, LinkSummary>();
  for (let offset = 0, more = true; more; offset += LINKS_PER_PAGE) {
    const page = await workspaceClient.listLinks({ input: { org_id: orgId, offset }, signal });
    for (const link of page.data) if (!all.has(link.id)) all.set(link.id, link);
    more = page.more;
  }
  return [...all.values()];
}

/** The saved things of the org that this person may see, newest change first. */
export function useSavedThings({ refetchOnMount = true }: { refetchOnMount?: boolean | 'always' } = {}) {
  const { org } = useHost();
  return useQuery({
    queryKey: savedKeys.all(org.id),
    queryFn: ({ signal }) => readAll(org.id, signal),
    staleTime: FRESH_MS,
    refetchOnMount,
  });
}

/** The cached query that reads one saved thing. */
export function savedThing(orgId: OrgId, id: string) {
  return queryOptions<DeepLink, AppError>({
    queryKey: savedKeys.one(orgId, id),
    queryFn: async ({ signal }) =>
      (await workspaceClient.readLink({ input: { org_id: orgId, id }, signal })).data,
    retry: whileAway,
  });
}

/** One saved thing; without an id nothing is read. */
export function useSavedThing(id: string | undefined) {
  const { org } = useHost();
  return useQuery({ ...savedThing(org.id, id ?? ''), enabled: id !== undefined });
}

/** Counts one opening of a saved thing. A count that fails disturbs nobody. */
export function useCountOpening(id: string | undefined): void {
  const { org } = useHost();
  useEffect(() => {
    if (id) void workspaceClient.hitLink({ input: { org_id: org.id, id } }).catch(() => undefined);
  }, [id, org.id]);
}
