import { workspaceClient } from '@cairn/client';
import type { LinkSummary, Scope } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useSavedCache, useSavedPage, useSaveThing } from '@cairn/saved';
import { useConfirm } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';

/** What a snippet keeps: a part of a query, and where it is offered. */
export const SnippetState = z.object({
  params: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  isForCards: z.boolean(),
});
export type SnippetState = z.infer<typeof SnippetState>;

/** A snippet as it is edited. */
export interface SnippetDraft {
  readonly name: string;
  readonly description: string;
  readonly group: string;
  readonly scope: Scope;
  readonly state: SnippetState;
}

const TYPE = 'snippet-v1';

/** The snippets that this person may see, or their own alone. */
export function useSnippets(isOwnOnly: boolean) {
  const scopes = isOwnOnly ? (['private'] as const) : [];
  return useSavedPage(
    { filter: { types: [TYPE], scopes: [...scopes] }, sort: { by: 'name', direction: 'ascending' } },
    { refetchOnMount: 'always' },
  );
}

/** Saves a new snippet, or one over the version that was read. */
export function useSaveSnippet(link: Pick<LinkSummary, 'id' | 'version'> | null) {
  const { toast } = useHost();
  const { create, update } = useSaveThing();
  return useMutation({
    mutationFn: ({ state: json, ...texts }: SnippetDraft) =>
      link
        ? update({ id: link.id, version: link.version, ...texts, json })
        : create({ type: TYPE, ...texts, json }),
    onSuccess: ({ name }) => toast({ kind: 'info', message: `Saved the snippet ${name}` }),
  });
}

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
