import { accountClient, apiTokensQuery } from '@cairn/client';
import type { ApiScope, ApiToken } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useConfirm } from '@cairn/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

/** The user's API tokens. */
export function useApiTokens() {
  return useQuery(apiTokensQuery);
}

/** Makes a token for the org that is open; the answer alone holds it. */
export function useCreateApiToken() {
  const { org } = useHost();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: { name: string; scope: ApiScope; days: number }) =>
      accountClient.createApiToken({ input: { ...input, org_id: org.id } }),
    onSuccess: ({ data }) => cache.setQueryData(apiTokensQuery.queryKey, data),
  });
}

/** Ends a token, once that is confirmed. */
export function useRevokeApiToken() {
  const { toast } = useHost();
  const cache = useQueryClient();
  const confirm = useConfirm();
  const revoke = useMutation({
    mutationFn: (id: string) => accountClient.revokeApiToken({ input: { id } }),
    onSuccess: ({ data }) => cache.setQueryData(apiTokensQuery.queryKey, data),
    onError: ({ message }) => toast({ kind: 'error', message: `The token goes on. ${message}` }),
  });
  const ask = async ({ id, name }: ApiToken) => {
    const sure = await confirm({
      title: `Revoke ${name}?`,
      message: 'Whatever uses it is refused from its next request on.',
      confirm: 'Revoke',
      danger: true,
    });
    if (sure) revoke.mutate(id);
  };
  return { ask, isPending: revoke.isPending };
}
