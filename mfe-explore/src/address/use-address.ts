import { storedQueryQuery, workspaceClient } from '@cairn/client';
import { useHost } from '@cairn/host';
import { MAX_ADDRESS_TEXT } from '@cairn/query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { replacesEntry } from './history-rule.ts';
import { addressParams, readAddress, storedKeyOf, type ExploreAddress } from './address.ts';

export interface AddressState {
  readonly address: ExploreAddress;
  /** True until the stored query has arrived. */
  readonly isLoading: boolean;
  /** Changes the address. Quick changes replace the history entry; others push one. */
  update(change: Partial<ExploreAddress>): void;
}

/** The page's state, which lives only in the address. */
export function useAddress(): AddressState {
  const { search, pathname } = useLocation();
  const host = useHost();
  const cache = useQueryClient();
  const { id: orgId } = host.org;
  const key = storedKeyOf(search);
  const stored = useQuery({
    ...storedQueryQuery(orgId, key ?? ''),
    enabled: key !== null,
  });
  const text = key === null ? undefined : (stored.data ?? '');
  const address = useMemo(() => readAddress(search, orgId, text), [search, orgId, text]);
  const [start] = useState(() => performance.now());
  const last = useRef<number | null>(null);
  const keep = useCallback(
    async (long: string) => {
      const { data } = await workspaceClient.storeState({ params: { orgId }, input: { text: long } });
      cache.setQueryData(storedQueryQuery(orgId, data.key).queryKey, long);
      return data.key;
    },
    [orgId, cache],
  );
  const go = (params: Record<string, string>) => {
    const now = performance.now();
    const replace = replacesEntry(now, start, last.current);
    last.current = now;
    const next = Object.entries(params).map(([name, value]) => `${name}=${value}`);
    host.navigate(next.length > 0 ? `${pathname}?${next.join('&')}` : pathname, { replace });
  };
  const update = (change: Partial<ExploreAddress>) => {
    const params = addressParams({ ...address, ...change });
    const long = params['s'];
    if (!long || long.length <= MAX_ADDRESS_TEXT) {
      go(params);
      return;
    }
    // If storing fails, the long address still works here; sharing it may not.
    void keep(long).then(
      (short) => go({ ...params, s: short }),
      () => go(params),
    );
  };
  return { address, isLoading: key !== null && stored.isPending, update };
}
