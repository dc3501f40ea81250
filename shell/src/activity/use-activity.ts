import { keyOf } from '@cairn/client';
import type { OrgId } from '@cairn/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StoreApi } from 'zustand';
import type { Panes } from '../navigation/panes.ts';

/** Has what the user opens recorded, and lists of it read again. The code for it is loaded after the page. */
export function useActivity(orgId: OrgId, panes: StoreApi<Panes>): void {
  const cache = useQueryClient();
  useEffect(() => {
    const onRecorded = () => void cache.invalidateQueries({ queryKey: keyOf('userState', orgId) });
    let stop: (() => void) | undefined;
    let ended = false;
    void import('./record-activity.ts').then(
      ({ recordActivity }) => {
        if (!ended) stop = recordActivity(orgId, panes, onRecorded);
      },
      () => undefined,
    );
    return () => {
      ended = true;
      stop?.();
    };
  }, [orgId, panes, cache]);
}
