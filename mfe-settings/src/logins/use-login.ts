import type { Login } from '@cairn/contracts';
import { loginQuery } from '@cairn/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';

/** The user's passwords and sessions, read when first needed. */
export function useLogin() {
  return useQuery(loginQuery);
}

/** Puts the answer of a change into the shared cache. */
export function useKeepLogin(): (answer: { data: Login }) => void {
  const client = useQueryClient();
  return ({ data }) => client.setQueryData(loginQuery.queryKey, data);
}
