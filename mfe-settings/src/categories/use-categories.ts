import { categoryClient, resourceCategoriesQuery } from '@cairn/client';
import type { CategorisedResource } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

/** The repositories and projects of the org with their categories. */
export function useCategories() {
  return useQuery(resourceCategoriesQuery(useHost().org.id));
}

interface CategoryChange {
  readonly uuid: string;
  readonly category: string | null;
  /** The resource as it was, where the change is said and can be undone. */
  readonly before?: Pick<CategorisedResource, 'name' | 'category'>;
}

/** Gives a category to a resource, or takes it away with null; what it had before comes back by undo. */
export function useSetCategory() {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  const set = useMutation({
    mutationFn: ({ uuid, category }: CategoryChange) =>
      categoryClient.setResourceCategory({ params: { orgId: org.id }, input: { uuids: [uuid], category } }),
    onSuccess: ({ data }, { uuid, before }) => {
      cache.setQueryData(resourceCategoriesQuery(org.id).queryKey, data);
      if (!before?.category) return;
      const onUndo = () => set.mutate({ uuid, category: before.category });
      toast({ kind: 'undo', message: `${before.name} is no longer in ${before.category}`, onUndo });
    },
    onError: ({ message }) => toast({ kind: 'error', message: `The category stays. ${message}` }),
  });
  return set;
}
