import type { OrgId } from '@cairn/contracts';
import { useEffect } from 'react';
import type { StoreApi } from 'zustand';
import type { Panes } from '../navigation/panes.ts';

/** Has what the user opens recorded. The code for it is loaded after the page. */
export function useActivity(orgId: OrgId, panes: StoreApi<Panes>): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let ended = false;
    void import('./record-activity.ts').then(
      ({ recordActivity }) => {
        if (!ended) stop = recordActivity(orgId, panes);
      },
      () => undefined,
    );
    return () => {
      ended = true;
      stop?.();
    };
  }, [orgId, panes]);
}
