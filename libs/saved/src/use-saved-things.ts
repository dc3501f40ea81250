import { whileAway, workspaceClient } from '@cairn/client';
import type { AppError, DeepLink, LinkCounts, LinkSummary, OrgId } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { savedKeys } from './saved-keys.ts';

const FRESH_MS = 30_000;

type ListInput = Omit<Parameters<typeof workspaceClient.listLinks>[0]['input'], 'org_id'>;

/** A page of saved things. */
export interface SavedPage {
  readonly links: LinkSummary[];
  readonly total: number;
  readonly counts: LinkCounts | null;
  /** Says what could not be known of them. */
  readonly notice: string | null;
}

/** A page of the saved things of the org that this person may see; the newest change is first by default. */
export function useSavedPage(
  input: ListInput,
  { refetchOnMount = true, enabled = true }: { refetchOnMount?: boolean | 'always'; enabled?: boolean } = {},
) {
  const { org } = useHost();
  return useQuery({
    queryKey: [...savedKeys.lists(org.id), input],
    queryFn: async ({ signal }): Promise<SavedPage> => {
      const asked = { org_id: org.id, ...input };
      const { data: links, ...page } = await workspaceClient.listLinks({ input: asked, signal });
      return { links, ...page };
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchOnMount,
    enabled,
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
