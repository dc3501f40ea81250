import { useHost } from '@cairn/host';
import { useSavedTypes } from '@cairn/saved';
import { IconButton, Menu } from '@cairn/ui';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { creatableTypes } from './creatable.ts';
import styles from './create-menu.module.css';

/** The circular plus: what this person may create, each in a tab of its own (W§2.6). */
export function CreateMenu(): ReactNode {
  const host = useHost();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <IconButton label="New tab" size="small" className={styles['plus'] ?? ''}>
          <Plus size={14} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {creatableTypes(useSavedTypes(), host).map(({ type, label, icon: Icon, url, title }) => (
          <Menu.Item
            key={type}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => host.openTab({ url, title })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
