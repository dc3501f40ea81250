import type { LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useMutation } from '@tanstack/react-query';
import { useSaveThing } from '../use-saved-cache.ts';
import { useSavedPage } from '../use-saved-things.ts';
import { SNIPPET, type SnippetDraft } from './snippet.ts';

/** The snippets that this person may see, by name. */
export function useSnippets({ words = '', isOwnOnly = false, limit = 250, tags = [] as string[] } = {}) {
  const scopes = isOwnOnly ? (['private'] as const) : [];
  return useSavedPage(
    {
      filter: { types: [SNIPPET], scopes: [...scopes], words, tags },
      sort: { by: 'name', direction: 'ascending' },
      limit,
    },
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
        : create({ type: SNIPPET, ...texts, json }),
    onSuccess: ({ name }) =>
      toast({ kind: 'info', message: link ? `Saved snippet "${name}"` : `Created snippet "${name}"` }),
  });
}
