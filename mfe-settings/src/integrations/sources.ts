import { sourceClient } from '@cairn/client';
import type { AppError, OrgId, Source, SourceType } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isWorking } from './source-words.ts';

const WHILE_WORKING_MS = 1_500;

const keyOf = (orgId: string) => ['sources', orgId];

/** The sources of the org, followed while one of them is being read. */
export function useSources() {
  const { org } = useHost();
  return useQuery({
    queryKey: keyOf(org.id),
    queryFn: async ({ signal }) =>
      (await sourceClient.listSources({ params: { orgId: org.id }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isWorking) ? WHILE_WORKING_MS : false),
  });
}

/** The types of sources that this server knows. */
export function useSourceTypes() {
  const { org } = useHost();
  return useQuery<readonly SourceType[]>({
    queryKey: ['source-types', org.id],
    queryFn: async ({ signal }) =>
      (await sourceClient.listConnectors({ params: { orgId: org.id }, signal })).data,
    staleTime: Infinity,
  });
}

/** Removes a source, takes it off the list at once and says so; its row is gone by then. */
export function useRemoveSource({ id, name }: Source) {
  const { org, toast } = useHost();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sourceClient.removeSource({ params: { orgId: org.id }, input: { id } }),
    onError: (error) => toast({ kind: 'error', message: error.message }),
    onSuccess: () => {
      toast({ kind: 'info', message: `Removed ${name}` });
      client.setQueryData<Source[]>(keyOf(org.id), (sources = []) =>
        sources.filter((each) => each.id !== id),
      );
      return client.invalidateQueries({ queryKey: keyOf(org.id) });
    },
  });
}

/** Runs an action on a source and shows the state it leads to at once. */
export function useSourceAction<Input>(action: (orgId: OrgId, input: Input) => Promise<{ data: Source }>) {
  const { org } = useHost();
  const client = useQueryClient();
  return useMutation<{ data: Source }, AppError, Input>({
    mutationFn: (input) => action(org.id, input),
    onSuccess: ({ data }) => {
      client.setQueryData<Source[]>(keyOf(org.id), (sources = []) => [
        ...sources.filter(({ id }) => id !== data.id),
        data,
      ]);
      return client.invalidateQueries({ queryKey: keyOf(org.id) });
    },
  });
}
