import { workspaceClient } from '@cairn/client';
import { useHost } from '@cairn/host';
import { savedKeys } from '@cairn/saved';
import { useQuery } from '@tanstack/react-query';
import type { LibraryRow } from './items.ts';

/** The pictures of a page, read once its rows are there; a page without them is as good. */
export function useThumbnails(rows: readonly LibraryRow[]): Readonly<Record<string, string>> {
  const { org } = useHost();
  const pictured = rows.filter(({ link }) => link.hasThumbnail);
  const { data } = useQuery({
    queryKey: [...savedKeys.thumbnails(org.id), pictured.map(({ link }) => [link.id, link.updatedAt])],
    queryFn: async ({ signal }) => {
      const ids = pictured.map(({ link }) => link.id).slice(0, 50);
      return (await workspaceClient.readThumbnails({ input: { org_id: org.id, ids }, signal })).data;
    },
    enabled: pictured.length > 0,
    retry: false,
  });
  return data ?? {};
}
