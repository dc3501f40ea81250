import type { OrgId } from '@cairn/contracts';
import { useEffect } from 'react';
import type { Navigation } from '../navigation/navigation.ts';

/** Shares the tabs with the user's other devices. The code for it is loaded after the page. */
export function useSyncedTabs(orgId: OrgId, navigation: Navigation): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let ended = false;
    void import('./sync-tabs.ts').then(
      ({ syncTabs }) => {
        if (!ended) stop = syncTabs(orgId, navigation);
      },
      () => navigation.settleTabAddress(),
    );
    return () => {
      ended = true;
      stop?.();
    };
  }, [orgId, navigation]);
}
