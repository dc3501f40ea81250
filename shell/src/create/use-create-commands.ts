import type { Host } from '@cairn/host';
import { useSavedTypes } from '@cairn/saved';
import { useEffect, useEffectEvent } from 'react';
import { addCommands } from '../commands/commands.ts';
import { creatableTypes, type Creatable } from './creatable.ts';

/** Adds a command for everything that this person may create. */
export function useCreateCommands(host: Pick<Host, 'org' | 'user' | 'openTab'>): void {
  const types = useSavedTypes();
  const { org, user } = host;
  const open = useEffectEvent(({ url, title }: Creatable) => host.openTab({ url, title }));
  useEffect(
    () =>
      addCommands(
        creatableTypes(types, { org, user }).map((creatable) => ({
          id: `create.${creatable.type}`,
          group: 'Create',
          label: creatable.label,
          keys: `n ${creatable.label.slice('New '.length).charAt(0).toLowerCase()}`,
          run: () => open(creatable),
        })),
      ),
    [types, org, user],
  );
}
