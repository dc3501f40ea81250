import { savedSearchClient, workspaceClient } from '@cairn/client';
import {
  atLeast,
  createDenial,
  type Denial,
  type LinkSummary,
  type Scope,
  type UserId,
} from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { savedThing, useRestoreThing, useSavedCache, useSaveThing, type SavedType } from '@cairn/saved';
import { plural, useConfirm } from '@cairn/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { LibraryRow } from './items.ts';
import { withTags } from './tags.ts';
import { FAILED, useReversible, type ReversibleChange } from './use-reversible.ts';

/** What a person changes of a saved thing in a list. */
export interface LinkDetails {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly scope: Scope;
}

/** The actions of the library on saved things. A failure shows a toast, and the list is read again. */
export function useLibraryActions() {
  const actor = actorOf(useHost());
  const denialOf = (type: SavedType | undefined): Denial =>
    type ? createDenial(actor, type.rules) : 'forbidden';
  return { denialOf, ...useFavourite(), ...useDuplicate(), ...useEdits(), ...useGiving(), ...useRemoval() };
}

export type LibraryActions = ReturnType<typeof useLibraryActions>;

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

function useDuplicate() {
  const { org } = useHost();
  const cache = useSavedCache();
  const change = useReversible();
  const duplicate = (link: LinkSummary) => {
    const run = async () => {
      const { data } = await workspaceClient.duplicateLink({ input: { org_id: org.id, id: link.id } });
      cache.put(data);
      return () => workspaceClient.deleteLink({ input: { org_id: org.id, id: data.id } });
    };
    return change([{ link, run }], (name) => `Duplicated ${name}`);
  };
  return { duplicate };
}

/** Reads a saved thing as it is now. */
function useWhole() {
  const { org } = useHost();
  const queries = useQueryClient();
  return (id: string) => queries.fetchQuery({ ...savedThing(org.id, id), staleTime: 0 });
}

function useEdits() {
  const cache = useSavedCache();
  const { update } = useSaveThing();
  const whole = useWhole();
  const change = useReversible();
  const rescope = ({ link }: LibraryRow, scope: Scope): ReversibleChange => ({
    link,
    run: async () => {
      const { id, scope: before } = link;
      cache.patch(id, { scope });
      const { version } = await update({ id, version: link.version, scope });
      return () => update({ id, version, scope: before });
    },
  });
  const retag = ({ link, type, tags }: LibraryRow, next: readonly string[]): ReversibleChange => ({
    link,
    run: async () => {
      const { id, version, state, group } = await whole(link.id);
      const saved = await update({ id, version, ...withTags({ state }, type, next) });
      const before =
        type.rules.tagsIn === undefined ? { group } : { ...withTags({ state }, type, tags), group: '' };
      return () => update({ id, version: saved.version, ...before });
    },
  });
  /** Saves name, description, tags and visibility; throws what the service refuses. */
  const saveDetails = async ({ link, type, tags }: LibraryRow, { tags: next, ...texts }: LinkDetails) => {
    const { id, version, state } = await whole(link.id);
    const isRetagged = next.join() !== tags.join();
    const { scope, ...named } = texts;
    const visible = scope === link.scope ? {} : { scope };
    const part = { ...named, ...visible, ...(isRetagged && withTags({ state }, type, next)) };
    await update({ id, version, ...part });
  };
  return {
    saveDetails,
    setScope: (rows: readonly LibraryRow[], scope: Scope) =>
      change(
        rows.map((row) => rescope(row, scope)),
        (names) => `Changed the visibility of ${names}`,
      ),
    /** Adds tags to things, and takes others away. */
    tag: (
      rows: readonly LibraryRow[],
      { added, removed }: { added: readonly string[]; removed: readonly string[] },
    ) =>
      change(
        rows.map((row) => retag(row, [...row.tags.filter((tag) => !removed.includes(tag)), ...added])),
        (names) => `Changed the tags of ${names}`,
      ),
  };
}

function useGiving() {
  const host = useHost();
  const cache = useSavedCache();
  const change = useReversible();
  const actor = actorOf(host);
  const setOwner = async (id: string, owner: UserId) => {
    const { data } = await savedSearchClient.setLinkOwner({ input: { org_id: host.org.id, id, owner } });
    cache.put(data);
  };
  const giving = ({ link }: LibraryRow, owner: UserId): ReversibleChange => ({
    link,
    run: async () => {
      const { id, userId: before } = link;
      await setOwner(id, owner);
      // Who gives their own thing away may not take it back, unless they are an admin.
      return before !== null && atLeast(actor.role, 'admin') ? () => setOwner(id, before) : null;
    },
  });
  return {
    /** Gives things to another member. */
    give: (rows: readonly LibraryRow[], owner: { readonly userId: UserId; readonly name: string }) =>
      change(
        rows.map((row) => giving(row, owner.userId)),
        (names) => `${names} now ${rows.length === 1 ? 'belongs' : 'belong'} to ${owner.name}`,
      ),
  };
}

function useRemoval() {
  const { org } = useHost();
  const cache = useSavedCache();
  const confirm = useConfirm();
  const restore = useRestoreThing();
  const change = useReversible();
  const removal = ({ link }: LibraryRow): ReversibleChange => ({
    link,
    run: async () => {
      cache.drop(link.id);
      await workspaceClient.deleteLink({ input: { org_id: org.id, id: link.id } });
      return () => restore(link.id);
    },
  });
  const remove = async (rows: readonly LibraryRow[]): Promise<boolean> => {
    const [first] = rows;
    if (!first) return false;
    const word = rows.length === 1 ? first.type.word : plural(rows.length, 'thing');
    const sure = await confirm({
      title: rows.length === 1 ? `Delete this ${word}?` : `Delete ${word}?`,
      message:
        rows.length === 1
          ? `“${first.name}” goes for everybody who can see it.`
          : 'They go for everybody who can see them.',
      confirm: `Delete ${word}`,
      danger: true,
    });
    return sure && change(rows.map(removal), (names) => `Deleted ${names}`);
  };
  return { remove };
}
