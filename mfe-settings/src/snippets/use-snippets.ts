import { workspaceClient } from '@cairn/client';
import type { LinkSummary, Scope } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useRestoreThing, useSavedCache, useSavedPage, useSaveThing } from '@cairn/saved';
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
