import { workspaceClient } from '@cairn/client';
import type { LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useSavedCache, useSaveThing } from '@cairn/saved';
import { useConfirm } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';

/** Deletes a snippet once that is confirmed; Undo makes it again. */
export function useRemoveSnippet() {
  const { org, toast } = useHost();
  const { reload } = useSavedCache();
  const { create } = useSaveThing();
  const confirm = useConfirm();
  const remove = useMutation({
    mutationFn: async ({ id }: Pick<LinkSummary, 'id'>) => {
      const input = { org_id: org.id, id };
      const { data } = await workspaceClient.readLink({ input });
      await workspaceClient.deleteLink({ input });
      return data;
    },
    onSuccess: ({ type, name, description, scope, group, state }) => {
      void reload();
      const again = () => void create({ type, name, description, scope, group, state });
      toast({ kind: 'undo', message: `Deleted ${name}`, onUndo: again });
    },
    onError: ({ message }) => toast({ kind: 'error', message }),
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
