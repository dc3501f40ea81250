import type { Source } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { graphClient } from '@cairn/client';
import { isWorking } from './source-words.ts';

const WHILE_WORKING_MS = 1_500;

const keyOf = (orgId: string) => ['sources', orgId];

/** The sources of the org, followed while one of them is being read. */
export function useSources() {
  const { org } = useHost();
  return useQuery({
    queryKey: keyOf(org.id),
    queryFn: async ({ signal }) =>
      (await graphClient.listSources({ params: { orgId: org.id }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isWorking) ? WHILE_WORKING_MS : false),
  });
}

/** Removes a source, takes it off the list at once and says so; its row is gone by then. */
export function useRemoveSource({ id, name }: Source) {
  const { org, toast } = useHost();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => graphClient.removeSource({ params: { orgId: org.id }, input: { id } }),
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

/** Runs a deed on sources and shows the state it leads to at once. */
export function useSourceDeed<Input>(deed: (orgId: Source['id'], input: Input) => Promise<{ data: Source }>) {
  const { org } = useHost();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => deed(org.id, input),
    onSuccess: ({ data }) => {
      client.setQueryData<Source[]>(keyOf(org.id), (sources = []) => [
        ...sources.filter(({ id }) => id !== data.id),
        data,
      ]);
      return client.invalidateQueries({ queryKey: keyOf(org.id) });
    },
  });
}
