import { workspaceClient } from '@cairn/client';
import type { LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useRestoreThing, useSavedCache } from '@cairn/saved';
import { useConfirm } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';

/** Deletes a snippet once that is confirmed; Undo brings it back. */
export function useRemoveSnippet() {
  const { org, toast } = useHost();
  const { reload } = useSavedCache();
  const confirm = useConfirm();
  const onError = ({ message }: Pick<Error, 'message'>) => toast({ kind: 'error', message });
  const restore = useMutation({ mutationFn: useRestoreThing(), onError });
  const remove = useMutation({
    mutationFn: ({ id }: LinkSummary) => workspaceClient.deleteLink({ input: { org_id: org.id, id } }),
    onSuccess: (_, { id, name }) => {
      void reload();
      toast({ kind: 'undo', message: `Deleted ${name}`, onUndo: () => restore.mutate(id) });
    },
    onError,
  });
  return async (link: LinkSummary) => {
    const sure = await confirm({
      title: 'Delete this snippet?',
      message: `“${link.name}” is no longer offered. Queries that were made with it stay.`,
      confirm: 'Delete snippet',
      danger: true,
    });
    if (sure) remove.mutate(link);
  };
}
