import { whileAway, workspaceClient } from '@cairn/client';
import type { AppError, DeepLink, OrgId } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { savedKeys } from './saved-keys.ts';

const FRESH_MS = 30_000;

/** The saved things of the org that this person may see, newest change first. */
export function useSavedThings({ refetchOnMount = true }: { refetchOnMount?: boolean | 'always' } = {}) {
  const { org } = useHost();
  return useQuery({
    queryKey: savedKeys.all(org.id),
    queryFn: async ({ signal }) =>
      (await workspaceClient.listLinks({ input: { org_id: org.id }, signal })).data,
    staleTime: FRESH_MS,
    refetchOnMount,
  });
}

/** How one saved thing is read. */
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
