import { AUTOMATIC_VIEW } from '@cairn/views';
import { savedQuery } from '@cairn/saved';
import type { DeepLink } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { useEffect, useRef } from 'react';
import type { ExploreAddress } from './address.ts';

/** Loads a saved query whose address has only its id, because lists do not contain long queries. */
export function useOpened(
  { query, saved }: Pick<ExploreAddress, 'query' | 'saved'>,
  link: DeepLink | undefined,
  update: (change: Partial<ExploreAddress>) => void,
): void {
  const opened = useRef<string | undefined>(undefined);
  const asksNothing = query.select.length === 0;
  useEffect(() => {
    if (!saved || opened.current === saved || (asksNothing && link?.id !== saved)) return;
    opened.current = saved;
    const state = asksNothing && link ? savedQuery.stateOf(link) : null;
    if (!state || state.params.select.length === 0) return;
    update({ query: { ...state.params, ...orgOf(query) }, view: state.viz[0] ?? AUTOMATIC_VIEW });
  });
}

function orgOf({ orgId }: Query): Pick<Query, 'orgId'> {
  return orgId ? { orgId } : {};
}
