import { createDenial } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { useSavedTypes } from '@cairn/saved';
import { IconButton, Menu } from '@cairn/ui';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

/** The plus menu: what can be created in a new tab. */
export function NewTabMenu(): ReactNode {
  const host = useHost();
  const { id } = host.org;
  const types = useSavedTypes();
  const actor = actorOf(host);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <IconButton label="New tab" size="small">
          <Plus size={16} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map(({ type, create, icon: Icon, rules }) => {
          if (!create || (create.denied && createDenial(actor, rules) !== null)) return null;
          return (
            <Menu.Item
              key={type}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => host.openTab({ url: `/${id}/${create.path}`, title: create.tabTitle })}
            >
              {create.label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
