import { keyOf, workspaceClient } from '@cairn/client';
import type { DeepLink, LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { savedKeys } from './saved-keys.ts';
import type { SavedPage } from './use-saved-things.ts';

const listed = ({ state: _state, json: _json, ...link }: DeepLink): LinkSummary => link;

/** Edits the cached saved things before the server has answered, or reads them again. */
export function useSavedCache() {
  const { org } = useHost();
  const cache = useQueryClient();
  return useMemo(() => {
    const edit = (change: (links: LinkSummary[]) => LinkSummary[]) =>
      cache.setQueriesData<SavedPage>({ queryKey: savedKeys.lists(org.id) }, (page) =>
        page ? { ...page, links: change(page.links) } : page,
      );
    const reloadLists = () => {
      // What was opened lately names saved things too.
      void cache.invalidateQueries({ queryKey: keyOf('userState', org.id) });
      return cache.invalidateQueries({ queryKey: savedKeys.lists(org.id) });
    };
    return {
      /** Keeps a link as it is now; lists that may gain or lose it are read again. */
      put: (link: DeepLink) => {
        cache.setQueryData(savedKeys.one(org.id, link.id), link);
        edit((links) => links.map((known) => (known.id === link.id ? listed(link) : known)));
        void reloadLists();
      },
      /** Forgets a link. */
      drop: (id: string) => {
        cache.removeQueries({ queryKey: savedKeys.one(org.id, id) });
        edit((links) => links.filter((link) => link.id !== id));
      },
      /** Changes a part of a link in every list. */
      patch: (id: string, part: Partial<LinkSummary>) =>
        edit((links) => links.map((link) => (link.id === id ? { ...link, ...part } : link))),
      /** Reads one saved thing again. */
      reloadOne: (id: string) => cache.invalidateQueries({ queryKey: savedKeys.one(org.id, id) }),
      reloadLists,
      /** Reads every saved thing again. */
      reload: () => cache.invalidateQueries({ queryKey: savedKeys.all(org.id) }),
    };
  }, [cache, org.id]);
}

type CreateInput = Omit<Parameters<typeof workspaceClient.createLink>[0]['input'], 'org_id'>;
type UpdateInput = Omit<Parameters<typeof workspaceClient.updateLink>[0]['input'], 'org_id'>;

/** Creates and updates saved things; the service's answer goes to the cache. */
export function useSaveThing() {
  const { org } = useHost();
  const { put } = useSavedCache();
  return useMemo(() => {
    const keep = ({ data }: { data: DeepLink }): DeepLink => {
      put(data);
      return data;
    };
    return {
      create: async (input: CreateInput) =>
        keep(await workspaceClient.createLink({ input: { org_id: org.id, ...input } })),
      update: async (input: UpdateInput) =>
        keep(await workspaceClient.updateLink({ input: { org_id: org.id, ...input } })),
    };
  }, [org.id, put]);
}
