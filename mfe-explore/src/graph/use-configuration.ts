import { configurationQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';

/** What this org's graph can be asked. */
export function useConfiguration() {
  return useQuery(configurationQuery(useHost().org.id));
}
