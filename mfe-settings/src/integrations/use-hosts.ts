import { invalidate, sourceHostsQuery } from '@cairn/client';
import type { AppError, OrgId } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

/** The servers of internal networks that sources of the org may read. */
export function useHosts() {
  const { org } = useHost();
  return useQuery(sourceHostsQuery(org.id));
}

/** Allows or forbids a server and shows the resulting list at once. */
export function useChangeHosts(
  change: (call: {
    params: { orgId: OrgId };
    input: { host: string };
  }) => Promise<{ data: readonly string[] }>,
) {
  const { org } = useHost();
  const client = useQueryClient();
  return useMutation<{ data: readonly string[] }, AppError, string>({
    mutationFn: (host) => change({ params: { orgId: org.id }, input: { host } }),
    onSuccess: ({ data }) => {
      client.setQueryData(sourceHostsQuery(org.id).queryKey, [...data]);
      return invalidate(client, 'sourceHosts', org.id);
    },
  });
}
