import { addressAt, useHost } from '@cairn/host';
import { Menu, Text } from '@cairn/ui';
import { Building2, Check, ChevronsUpDown, FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Mark } from '../mark.tsx';
import styles from './org-switcher.module.css';

/** The org's name, which opens the list of the user's orgs. */
export function OrgSwitcher(): ReactNode {
  const { org, orgs } = useHost();
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <button type="button" className={styles['org']} aria-label={`Organization: ${org.name}`}>
          <Mark />
          <Text truncate>{org.name}</Text>
          <ChevronsUpDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles['orgs'] ?? ''}>
        {orgs.map(({ id, name, simulated }) => (
          <Menu.Item
            key={id}
            component="a"
            href={addressAt(id, 'home')}
            aria-current={id === org.id ? 'true' : undefined}
            leftSection={
              simulated ? <FlaskConical size={16} aria-hidden /> : <Building2 size={16} aria-hidden />
            }
            rightSection={id === org.id && <Check size={16} aria-hidden />}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href="/orgs">
          Create, join or link
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
