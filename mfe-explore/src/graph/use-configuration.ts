import { configurationQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';

/** What queries may ask in this org. */
export function useConfiguration() {
  return useQuery(configurationQuery(useHost().org.id));
}
