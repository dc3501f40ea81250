import type { DeepLink } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useSaveThing } from '@cairn/saved';
import { useMutation } from '@tanstack/react-query';

/** Saves the state of a record over the version that was read; shows why it was refused. */
export function useRecordState({ id, version }: Pick<DeepLink, 'id' | 'version'>) {
  const { toast } = useHost();
  const { update } = useSaveThing();
  return useMutation({
    mutationFn: (state: object) => update({ id, version, state: JSON.stringify(state) }),
    onError: ({ message }) => toast({ kind: 'error', message }),
  });
}
