import { configurationQuery, sourcesQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';

/** The catalogue of the org, what fills it, and the span of its data. */
export function useConfiguration() {
  return useQuery(configurationQuery(useHost().org.id));
}

/** The sources of the org; read often while one of them is being ingested. */
export function useSources() {
  return useQuery(sourcesQuery(useHost().org.id));
}
