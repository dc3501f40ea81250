import { createDenial, effectiveRole, type DeepLink } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useConfirm } from '@cairn/ui';
import { workspaceClient } from '@cairn/client';
import { LINK_WORDS, useSavedCache } from '../saved.ts';

/** What the read-only demo role is told before it tries (W§6). */
export const READ_ONLY = 'Access is restricted for ready-only demo accounts';
const FAILED = 'There was an unexpected error. Please try again.';

/** Everything that can be done to a saved thing from the library; failures become toasts and the list is read again. */
export function useDeeds() {
  const host = useHost();
  const cache = useSavedCache();
  const confirm = useConfirm();
  const org_id = host.org.id;
  const role = effectiveRole(host.org.role, host.user.superuser);
  const attempt = async (deed: () => Promise<void>) => {
    if (role === 'viewer') host.toast({ kind: 'info', message: READ_ONLY });
    try {
      await deed();
    } catch {
      host.toast({ kind: 'error', message: FAILED });
      await cache.reload();
    }
  };
  const recreate = async ({ type, name, description, scope, group, state }: DeepLink) => {
    const { data } = await workspaceClient.createLink({
      input: { org_id, type, name, description, scope, group, state },
    });
    cache.put(data);
  };
  return {
    role,
    denialOf: (type: DeepLink['type']) => createDenial(role, type),
    favourite: async (link: DeepLink) => {
      const adds = !link.isBookmarked;
      cache.patch(link.id, { isBookmarked: adds });
      try {
        await workspaceClient.bookmarkLink({
          input: { org_id, id: link.id, action: adds ? 'add' : 'remove' },
        });
        const where = adds ? 'added to' : 'removed from';
        host.toast({ kind: 'info', message: `${link.name} ${where} favorites` });
      } catch {
        cache.patch(link.id, { isBookmarked: !adds });
        host.toast({ kind: 'error', message: FAILED });
      }
    },
    rename: (link: DeepLink, name: string, description: string) =>
      attempt(async () => {
        cache.patch(link.id, { name, description });
        const { data } = await workspaceClient.updateLink({
          input: { org_id, id: link.id, version: link.version, name, description },
        });
        cache.put(data);
      }),
    duplicate: (link: DeepLink) =>
      attempt(async () => {
        const { data } = await workspaceClient.duplicateLink({ input: { org_id, id: link.id } });
        cache.put(data);
        host.toast({ kind: 'info', message: `Duplicated as ${data.name}` });
      }),
    remove: async (link: DeepLink) => {
      const what = LINK_WORDS[link.type].type;
      const sure = await confirm({
        title: `Delete this ${what}?`,
        message: `“${link.name}” goes for everybody who can see it.`,
        confirm: `Delete ${what}`,
        danger: true,
      });
      if (!sure) return;
      await attempt(async () => {
        cache.drop(link.id);
        await workspaceClient.deleteLink({ input: { org_id, id: link.id } });
        host.toast({
          kind: 'undo',
          message: `Deleted ${link.name}`,
          onUndo: () => void attempt(() => recreate(link)),
        });
      });
    },
  };
}

export type Deeds = ReturnType<typeof useDeeds>;
