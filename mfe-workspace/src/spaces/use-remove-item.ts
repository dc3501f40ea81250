import { spaceClient, spacesQuery } from '@cairn/client';
import type { SpaceEntry } from '@cairn/contracts/spaces';
import { useHost, type SpaceItemOffer } from '@cairn/host';
import { useMutation, useQueryClient } from '@tanstack/react-query';

interface PlacedItem {
  readonly item: SpaceEntry;
  readonly place: number;
}

/** What makes an item again that leads where this one does. */
function offerOf({ type, name, config }: SpaceEntry): SpaceItemOffer {
  if ('uuid' in config) return { type: 'entity', name, config };
  return { type: type === 'query' ? 'query' : 'board', name, config };
}

/** Removes an item from a space, with a way to bring it back where it was. */
export function useRemoveItem(space_id: string, refuse: (error: Error) => void) {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  const params = { orgId: org.id };
  const answered = {
    onSettled: () => cache.invalidateQueries({ queryKey: spacesQuery(org.id).queryKey }),
    onError: refuse,
  };
  const restore = useMutation({
    mutationFn: async ({ item, place }: PlacedItem) => {
      const { description } = item;
      const input = { space_id, ...offerOf(item), description };
      const { data: made } = await spaceClient.createSpaceItem({ params, input });
      return spaceClient.updateSpaceItem({ params, input: { space_id, uuid: made.uuid, place } });
    },
    ...answered,
  });
  return useMutation({
    mutationFn: ({ item }: PlacedItem) =>
      spaceClient.deleteSpaceItem({ params, input: { space_id, uuid: item.uuid } }),
    onSuccess: (_, removed) =>
      toast({ kind: 'undo', message: 'Removed item from space', onUndo: () => restore.mutate(removed) }),
    ...answered,
  });
}
