import { categoryClient, resourceCategoriesQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

/** The repositories and projects of the org with their categories. */
export function useCategories() {
  return useQuery(resourceCategoriesQuery(useHost().org.id));
}

/** Gives a category to resources, or takes it away with null. */
export function useSetCategory() {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ uuids, category }: { uuids: string[]; category: string | null }) =>
      categoryClient.setResourceCategory({ params: { orgId: org.id }, input: { uuids, category } }),
    onSuccess: ({ data }) => cache.setQueryData(resourceCategoriesQuery(org.id).queryKey, data),
    onError: ({ message }) => toast({ kind: 'error', message: `The category stays. ${message}` }),
  });
}
