import { spaceClient, spaceQuery, spacesQuery, type OpenedSpace } from '@cairn/client';
import { READ_ONLY_MESSAGE, type AppError } from '@cairn/contracts';
import { withItemAt, type Space, type SpaceEntry } from '@cairn/contracts/spaces';
import { addressAt, actorOf, useHost, type SpaceItemOffer } from '@cairn/host';
import { useRestoreThing, useSavedCache } from '@cairn/saved';
import { useConfirm } from '@cairn/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRemoveItem } from './use-remove-item.ts';

/** What a person changes of a space. */
export type SpacePart = Omit<Parameters<typeof spaceClient.updateSpace>[0]['input'], 'uuid' | 'version'>;
type NewSpace = Parameters<typeof spaceClient.createSpace>[0]['input'];

/** The spaces of the org. */
export function useSpaces() {
  return useQuery(spacesQuery(useHost().org.id));
}

/** One space with its items. */
export function useSpace(uuid: string) {
  return useQuery(spaceQuery(useHost().org.id, uuid));
}

/** A changed space with what was known of the things in it, which the answer to a change does not tell. */
function withKnown(space: Space, known: OpenedSpace | undefined): OpenedSpace {
  const previewOf = (uuid: string) => known?.items?.find((item) => item.uuid === uuid)?.preview;
  const items = space.items?.map((item) => ({ ...item, preview: item.preview ?? previewOf(item.uuid) }));
  return { ...space, ...(items && { items }), notice: known?.notice ?? null };
}

/** Puts a changed space into the cache; lists, sidebar and library read theirs again. */
function useKeepSpace() {
  const { org } = useHost();
  const cache = useQueryClient();
  const saved = useSavedCache();
  return (space: Space | null) => {
    if (space)
      cache.setQueryData(spaceQuery(org.id, space.uuid).queryKey, (known) => withKnown(space, known));
    void cache.invalidateQueries({ queryKey: spacesQuery(org.id).queryKey, exact: true });
    void saved.reload();
  };
}

/** Shows why a change was refused. A viewer reads that they only read (ruling 9). */
function useRefusal() {
  const host = useHost();
  return ({ message }: Pick<AppError, 'message'>) => {
    const isViewer = actorOf(host).role === 'viewer';
    host.toast(isViewer ? { kind: 'info', message: READ_ONLY_MESSAGE } : { kind: 'error', message });
  };
}

/** Makes a space. */
export function useCreateSpace() {
  const { org, toast } = useHost();
  const keep = useKeepSpace();
  return useMutation({
    mutationFn: async (input: NewSpace) =>
      (await spaceClient.createSpace({ params: { orgId: org.id }, input })).data,
    onSuccess: (space) => {
      keep(space);
      toast({ kind: 'info', message: 'Created space' });
    },
    onError: useRefusal(),
  });
}

/** Changes the name, the look or the visibility of a space. */
export function useSaveSpace({ uuid, version }: Pick<Space, 'uuid' | 'version'>) {
  const { org, toast } = useHost();
  const keep = useKeepSpace();
  return useMutation({
    mutationFn: async (part: SpacePart) =>
      (await spaceClient.updateSpace({ params: { orgId: org.id }, input: { uuid, version, ...part } })).data,
    onSuccess: (space) => {
      keep(space);
      toast({ kind: 'info', message: 'Saved space' });
    },
  });
}

/** Adds a space to the favourites, or removes it. */
export function usePinSpace() {
  const { org, toast } = useHost();
  const keep = useKeepSpace();
  return useMutation({
    mutationFn: async ({ uuid: space_id, pin_to_nav }: Pick<Space, 'uuid' | 'pin_to_nav'>) => {
      const action = pin_to_nav ? ('remove' as const) : ('add' as const);
      return (await spaceClient.pinSpace({ params: { orgId: org.id }, input: { space_id, action } })).data;
    },
    onSuccess: (space) => {
      keep(space);
      const done = space.pin_to_nav ? 'Added space to favorites' : 'Removed space from favorites';
      toast({ kind: 'info', message: done });
    },
    onError: useRefusal(),
  });
}

/** Deletes a space once that is confirmed; Undo brings it back. */
export function useRemoveSpace() {
  const { org, toast, navigate } = useHost();
  const keep = useKeepSpace();
  const confirm = useConfirm();
  const refuse = useRefusal();
  const params = { orgId: org.id };
  const restoreThing = useRestoreThing();
  const restore = useMutation({
    mutationFn: restoreThing,
    onSuccess: ({ id }) => {
      keep(null);
      navigate(addressAt(org.id, 'space', id));
    },
    onError: refuse,
  });
  const remove = useMutation({
    mutationFn: ({ uuid }: Pick<Space, 'uuid'>) => spaceClient.deleteSpace({ params, input: { uuid } }),
    onSuccess: ({ data: { uuid } }) => {
      keep(null);
      navigate(addressAt(org.id, 'spaces'));
      toast({ kind: 'undo', message: 'Removed space', onUndo: () => restore.mutate(uuid) });
    },
    onError: refuse,
  });
  return async (space: Space) => {
    const whose = space.scope === 'private' ? '' : ' for everybody who can see it';
    const sure = await confirm({
      title: 'Delete this space?',
      message: `“${space.name}” goes${whose}. The boards and queries in it stay.`,
      confirm: 'Delete space',
      danger: true,
    });
    if (sure) remove.mutate(space);
  };
}

/** Changes the items of a space; after each the space is read again. */
export function useItemActions(space_id: string) {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  const refuse = useRefusal();
  const params = { orgId: org.id };
  const done = (message: string | null) => {
    void cache.invalidateQueries({ queryKey: spacesQuery(org.id).queryKey });
    if (message) toast({ kind: 'info', message });
  };
  const add = useMutation({
    mutationFn: (item: SpaceItemOffer & { description?: string }) =>
      spaceClient.createSpaceItem({ params, input: { space_id, ...item } }),
    onSuccess: () => done('Added item to space'),
    onError: refuse,
  });
  const save = useMutation({
    mutationFn: (item: Pick<SpaceEntry, 'uuid'> & Partial<Pick<SpaceEntry, 'name' | 'description'>>) =>
      spaceClient.updateSpaceItem({ params, input: { space_id, ...item } }),
    onSuccess: () => done('Saved item'),
    onError: refuse,
  });
  const one = spaceQuery(org.id, space_id).queryKey;
  const move = useMutation({
    mutationFn: ({ uuid, place }: { uuid: string; place: number }) =>
      spaceClient.updateSpaceItem({ params, input: { space_id, uuid, place } }),
    // It lies where it was dropped while the service is told.
    onMutate: ({ uuid, place }) =>
      cache.setQueryData(
        one,
        (space) => space && { ...space, items: withItemAt(space.items ?? [], uuid, place) },
      ),
    onSuccess: () => done(null),
    onError: (error) => {
      done(null);
      refuse(error);
    },
  });
  const remove = useRemoveItem(space_id, refuse);
  return { add, save, move, remove, reload: () => done(null) };
}
