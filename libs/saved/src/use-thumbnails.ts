import type { LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';
import { savedKeys } from './saved-keys.ts';

/** The size at which a picture of a saved thing is previewed, in pixels (W§9). */
export const THUMBNAIL_PREVIEW = { width: 160, height: 90 } as const;

/** The most pictures of one request. */
const MOST = 50;

/**
 * The pictures of a page of saved things by their id, read once the page is there, as they fit the theme; a page
 * without them is as good.
 */
export function useThumbnails(links: readonly LinkSummary[]): Readonly<Record<string, string>> {
  const { org, colorScheme: theme } = useHost();
  const pictured = links.filter(({ hasThumbnail }) => hasThumbnail).slice(0, MOST);
  const { data } = useQuery({
    queryKey: [...savedKeys.thumbnails(org.id), theme, pictured.map(({ id, updatedAt }) => [id, updatedAt])],
    queryFn: async ({ signal }) => {
      const { readFittingThumbnails } = await import('./fitting-thumbnails.ts');
      return readFittingThumbnails({ orgId: org.id, ids: pictured.map(({ id }) => id), theme, signal });
    },
    enabled: pictured.length > 0,
    retry: false,
  });
  return data ?? {};
}
