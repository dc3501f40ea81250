import { foldersQuery, invalidate } from '@cairn/client';
import type { AllowedFolder, AppError, OrgId } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

/** The folders of the machine that sources of the org may read. */
export function useFolders() {
  const { org } = useHost();
  return useQuery(foldersQuery(org.id));
}

/** Allows or forbids a folder and shows the resulting list at once. Sources stop or continue accordingly. */
export function useChangeFolders(
  change: (call: {
    params: { orgId: OrgId };
    input: { path: string };
  }) => Promise<{ data: readonly AllowedFolder[] }>,
) {
  const { org } = useHost();
  const client = useQueryClient();
  return useMutation<{ data: readonly AllowedFolder[] }, AppError, string>({
    mutationFn: (path) => change({ params: { orgId: org.id }, input: { path } }),
    onSuccess: ({ data }) => {
      client.setQueryData(foldersQuery(org.id).queryKey, [...data]);
      return invalidate(client, 'sources', org.id);
    },
  });
}
