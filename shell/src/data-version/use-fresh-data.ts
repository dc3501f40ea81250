import { graphClient } from '@cairn/client';
import type { OrgId } from '@cairn/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { graphRefresh } from './graph-refresh.ts';
import { listenToVersions } from './version-stream.ts';

/**
 * Keeps every page of an org at its newest data, through one stream per browser tab that closes with the org.
 */
export function useFreshData(orgId: OrgId): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = graphRefresh(client);
    const stop = listenToVersions({
      url: graphClient.versions.address({ params: { orgId } }),
      onVersion: refresh.told,
    });
    return () => {
      stop();
      refresh.stop();
    };
  }, [client, orgId]);
}
