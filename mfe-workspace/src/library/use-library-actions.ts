import { workspaceClient } from '@cairn/client';
import {
  AppError,
  createDenial,
  READ_ONLY_MESSAGE,
  type DeepLink,
  type Denial,
  type LinkSummary,
} from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { typeOf, useSavedCache, useSavedTypes, useSaveThing, type SavedType } from '@cairn/saved';
import { useConfirm } from '@cairn/ui';

const FAILED = 'There was an unexpected error. Please try again.';

/** The actions of the library on a saved thing. A failure shows a toast, and the list is read again. */
export function useLibraryActions() {
  const { favourite } = useFavourite();
  const { rename, duplicate } = useChanges();
  const { remove } = useRemoval();
  const actor = actorOf(useHost());
  const denialOf = (type: SavedType | undefined): Denial =>
    type ? createDenial(actor, type.rules) : 'forbidden';
  return { denialOf, favourite, rename, duplicate, remove };
}

export type LibraryActions = ReturnType<typeof useLibraryActions>;

/** Runs a change; shows why it is refused, or that it failed. */
function useAttempt() {
  const host = useHost();
  const { toast } = host;
  const cache = useSavedCache();
  return async (change: () => Promise<void>) => {
    if (actorOf(host).role === 'viewer') toast({ kind: 'info', message: READ_ONLY_MESSAGE });
    try {
      await change();
    } catch (error) {
      // A viewer has already seen this refusal.
      const isTold = error instanceof AppError && error.code === 'read_only';
      if (!isTold) toast({ kind: 'error', message: FAILED });
      await cache.reload();
    }
  };
}

function useFavourite() {
  const { org, toast } = useHost();
  const cache = useSavedCache();
  const favourite = async ({ id, name, isBookmarked }: LinkSummary) => {
    const adds = !isBookmarked;
    cache.patch(id, { isBookmarked: adds });
    try {
      await workspaceClient.bookmarkLink({ input: { org_id: org.id, id, action: adds ? 'add' : 'remove' } });
      void cache.reloadLists();
      toast({ kind: 'info', message: `${name} ${adds ? 'added to' : 'removed from'} favorites` });
    } catch {
      cache.patch(id, { isBookmarked });
      toast({ kind: 'error', message: FAILED });
    }
  };
  return { favourite };
}

function useChanges() {
  const { org, toast } = useHost();
  const cache = useSavedCache();
  const { update } = useSaveThing();
  const attempt = useAttempt();
  const rename = ({ id, version }: LinkSummary, name: string, description: string) =>
    attempt(async () => {
      cache.patch(id, { name, description });
      await update({ id, version, name, description });
    });
  const duplicate = ({ id }: LinkSummary) =>
    attempt(async () => {
      const { data } = await workspaceClient.duplicateLink({ input: { org_id: org.id, id } });
      cache.put(data);
      toast({ kind: 'info', message: `Duplicated as ${data.name}` });
    });
  return { rename, duplicate };
}

function useRemoval() {
  const { org, toast } = useHost();
  const cache = useSavedCache();
  const confirm = useConfirm();
  const types = useSavedTypes();
  const { create } = useSaveThing();
  const attempt = useAttempt();
  const recreate = ({ type, name, description, scope, group, state }: DeepLink) =>
    attempt(async () => {
      await create({ type, name, description, scope, group, state });
    });
  const remove = async (link: LinkSummary) => {
    const word = typeOf(link, types)?.word ?? 'thing';
    const sure = await confirm({
      title: `Delete this ${word}?`,
      message: `“${link.name}” goes for everybody who can see it.`,
      confirm: `Delete ${word}`,
      danger: true,
    });
    if (!sure) return;
    await attempt(async () => {
      const input = { org_id: org.id, id: link.id };
      const { data: whole } = await workspaceClient.readLink({ input });
      cache.drop(link.id);
      await workspaceClient.deleteLink({ input });
      void cache.reloadLists();
      toast({ kind: 'undo', message: `Deleted ${link.name}`, onUndo: () => void recreate(whole) });
    });
  };
  return { remove };
}
