import type { DeepLink } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { savedKeys, useSavedCache, useSaveThing, type SavedType } from '@cairn/saved';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';

/** A part of a state, or what makes one of the state as it is when it is saved. */
export type StateChange<State> = Partial<State> | ((now: State) => Partial<State>);

const changed = <State extends object>(now: State, change: StateChange<State>): State => ({
  ...now,
  ...(typeof change === 'function' ? change(now) : change),
});

export interface RecordState<State> {
  /** The state as it will be when everything is saved. */
  readonly state: State;
  readonly isSaving: boolean;
  readonly change: (part: StateChange<State>, onSaved?: () => void) => void;
}

/** Saves changes of a record one after another, each over the version that the one before it made. */
export function useRecordState<State extends object>(
  type: SavedType<State>,
  link: DeepLink,
  saved: State,
): RecordState<State> {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  const { update } = useSaveThing();
  const { reloadOne } = useSavedCache();
  const mutation = useMutation({
    mutationKey: savedKeys.one(org.id, link.id),
    scope: { id: `${org.id}/${link.id}` },
    mutationFn: (part: StateChange<State>) => {
      const now = cache.getQueryData<DeepLink>(savedKeys.one(org.id, link.id)) ?? link;
      const state = JSON.stringify(changed(type.stateOf(now) ?? saved, part));
      return update({ id: link.id, version: now.version, state });
    },
    onError: ({ message }) => {
      toast({ kind: 'error', message });
      void reloadOne(link.id);
    },
  });
  const unsaved = useMutationState({
    filters: { mutationKey: savedKeys.one(org.id, link.id), status: 'pending' },
    select: ({ state }) => state.variables as StateChange<State>,
  });
  return {
    state: unsaved.reduce<State>(changed, saved),
    isSaving: unsaved.length > 0,
    // A callback of `mutate` would be left out for all but the last of several changes.
    change: (part, onSaved) => void mutation.mutateAsync(part).then(onSaved, () => undefined),
  };
}
