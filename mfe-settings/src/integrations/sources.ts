import type { Source } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { graphClient, invalidate, sourcesQuery } from '@cairn/client';

/** The sources of the org, followed while one of them is being read. */
export function useSources() {
  const { org } = useHost();
  return useQuery(sourcesQuery(org.id));
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
      client.setQueryData(sourcesQuery(org.id).queryKey, (sources = []) =>
        sources.filter((each) => each.id !== id),
      );
      return invalidate(client, 'sources', org.id);
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
      client.setQueryData(sourcesQuery(org.id).queryKey, (sources = []) => [
        ...sources.filter(({ id }) => id !== data.id),
        data,
      ]);
      return invalidate(client, 'sources', org.id);
    },
  });
}
