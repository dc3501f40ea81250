import { invalidate, sourceClient, sourcesQuery, sourceTypesQuery } from '@cairn/client';
import type { AppError, OrgId, Source } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';

/** The sources of the org, followed while one of them is being read. */
export function useSources() {
  const { org } = useHost();
  return useQuery(sourcesQuery(org.id));
}

/** The types of sources that this server knows. */
export function useSourceTypes() {
  const { org } = useHost();
  return useQuery(sourceTypesQuery(org.id));
}

/** Has the sources read again, and the folders, which name the sources in them. */
const readAgain = (client: QueryClient, orgId: OrgId) =>
  Promise.all([invalidate(client, 'sources', orgId), invalidate(client, 'folders', orgId)]);

/** Removes a source, takes it off the list at once and says so; its row is gone by then. */
export function useRemoveSource({ id, name }: Source) {
  const { org, toast } = useHost();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sourceClient.removeSource({ params: { orgId: org.id }, input: { id } }),
    onError: (error) => toast({ kind: 'error', message: error.message }),
    onSuccess: () => {
      toast({ kind: 'info', message: `Removed ${name}` });
      client.setQueryData(sourcesQuery(org.id).queryKey, (sources = []) =>
        sources.filter((each) => each.id !== id),
      );
      return readAgain(client, org.id);
    },
  });
}

/** Runs an action on a source and shows the resulting state at once. */
export function useSourceAction<Input>(action: (orgId: OrgId, input: Input) => Promise<{ data: Source }>) {
  const { org } = useHost();
  const client = useQueryClient();
  return useMutation<{ data: Source }, AppError, Input>({
    mutationFn: (input) => action(org.id, input),
    onSuccess: ({ data }) => {
      client.setQueryData(sourcesQuery(org.id).queryKey, (sources = []) => [
        ...sources.filter(({ id }) => id !== data.id),
        data,
      ]);
      return readAgain(client, org.id);
    },
  });
}
