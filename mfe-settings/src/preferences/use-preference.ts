import { workspaceClient } from '@cairn/client';
import type { PreferenceChanges } from '@cairn/contracts';
import { GRAPH_DATA, useHost } from '@cairn/host';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Saves a preference as soon as it is chosen, and has everything drawn by it again. */
export function usePreference(name: string) {
  const { refreshUser, toast } = useHost();
  const answers = useQueryClient();
  return useMutation({
    mutationFn: (changes: PreferenceChanges) => workspaceClient.updatePreferences({ input: changes }),
    // Changes run one after the other, so that the last choice is kept.
    scope: { id: 'preferences' },
    onSuccess: (_, changes) => {
      refreshUser();
      // Earlier answers count other weeks, so they are asked for again.
      if (changes.firstDay !== undefined) {
        void answers.invalidateQueries({
          predicate: ({ meta }) => meta?.['readsGraph'] === GRAPH_DATA.readsGraph,
        });
      }
      toast({ kind: 'info', message: `Saved the ${name}` });
    },
    onError: ({ message }) => toast({ kind: 'error', message: `The ${name} is not saved. ${message}` }),
  });
}
