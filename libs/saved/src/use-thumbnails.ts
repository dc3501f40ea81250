import { savedSearchClient } from '@cairn/client';
import type { LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';
import { savedKeys } from './saved-keys.ts';

/** The size at which a picture of a saved thing is previewed, in pixels (W§9). */
export const THUMBNAIL_PREVIEW = { width: 160, height: 90 } as const;

/** The most pictures of one request. */
const MOST = 50;

/** The pictures of a page of saved things by their id, read once the page is there; a page without them is as good. */
export function useThumbnails(links: readonly LinkSummary[]): Readonly<Record<string, string>> {
  const { org } = useHost();
  const pictured = links.filter(({ hasThumbnail }) => hasThumbnail).slice(0, MOST);
  const { data } = useQuery({
    queryKey: [...savedKeys.thumbnails(org.id), pictured.map(({ id, updatedAt }) => [id, updatedAt])],
    queryFn: async ({ signal }) => {
      const input = { org_id: org.id, ids: pictured.map(({ id }) => id) };
      return (await savedSearchClient.readThumbnails({ input, signal })).data;
    },
    enabled: pictured.length > 0,
    retry: false,
  });
  return data ?? {};
}
