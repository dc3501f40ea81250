import type { Login } from '@cairn/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { accountClient } from '@cairn/client';

const key = ['settings', 'login'];

/** The user's passwords and sessions, read when first needed. */
export function useLogin() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await accountClient.readLogin({ signal })).data,
  });
}

/** Puts the answer of a change where everybody reads it. */
export function useKeepLogin(): (answer: { data: Login }) => void {
  const client = useQueryClient();
  return ({ data }) => client.setQueryData(key, data);
}
