import { invalidate, sessionQuery } from '@cairn/client';
import { AppError, type Me, type Org } from '@cairn/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

/** The session of the browser; fails with `unauthenticated` when there is none. */
export function useSession() {
  return useQuery(sessionQuery);
}

/** Updates the cached session: reads it again, or sets the user at once. */
export function useSessionCache() {
  const client = useQueryClient();
  return useMemo(
    () => ({
      refresh: () => void invalidate(client, 'session'),
      setUser: (user: Me) =>
        void client.setQueryData(sessionQuery.queryKey, (session) =>
          session ? { ...session, user } : session,
        ),
    }),
    [client],
  );
}

/** True when an error says that nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unauthenticated';
}

/** The address of the sign-in page that returns to this page afterwards. */
export function signInAddress({ pathname, search }: { pathname: string; search: string }): string {
  const back = pathname + search;
  return back === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(back)}`;
}

const LAST_ORG = 'cairn.org';

/** Stores which org was used last. */
export function rememberOrg(orgId: string): void {
  localStorage.setItem(LAST_ORG, orgId);
}

/** The default org: the last used, else the first with real data. */
export function defaultOrg(orgs: readonly Org[], last = localStorage.getItem(LAST_ORG)): Org | undefined {
  return orgs.find(({ id }) => id === last) ?? orgs.find(({ simulated }) => !simulated) ?? orgs[0];
}
