import { ownPersonQuery } from '@cairn/client';
import { pictureAddress } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Avatar, IconButton, Keys, Menu, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { Building2, CircleQuestionMark, LogOut, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './account-menu.module.css';

/** The foot of the sidebar: the account with its menu, and the shortcuts. */
export function AccountMenu({
  collapsed,
  onShortcuts,
  onSignOut,
}: {
  collapsed: boolean;
  onShortcuts: () => void;
  onSignOut: () => void;
}): ReactNode {
  const { navigate, org, orgs, user } = useHost();
  const { data: person } = useQuery(ownPersonQuery(org.id));
  const name = user.preferences.displayName || user.email;
  return (
    <>
      <div className={styles['foot']}>
        <Menu position="top-start">
          <Menu.Target>
            <button type="button" className={styles['account']} aria-label={`Account of ${name}`}>
              <Avatar name={name} picture={pictureAddress(user.id, user.preferences.picture)} />
              {!collapsed && <Text truncate>{name}</Text>}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{user.email}</Menu.Label>
            {person && (
              <Menu.Item
                leftSection={<UserRound size={16} aria-hidden />}
                onClick={() => navigate(`/${org.id}/entity/${person.uuid}`)}
              >
                Your page
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<Building2 size={16} aria-hidden />}
              onClick={() => window.location.assign('/orgs')}
            >
              {orgs.length > 1 ? 'Switch orgs' : 'Join or create an org'}
            </Menu.Item>
            <Menu.Item
              leftSection={<CircleQuestionMark size={16} aria-hidden />}
              rightSection={<Keys keys="?" />}
              onClick={onShortcuts}
            >
              Keyboard shortcuts
            </Menu.Item>
            <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={onSignOut}>
              Sign out
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {!collapsed && (
          <IconButton label="Keyboard shortcuts" keys="?" onClick={onShortcuts}>
            <CircleQuestionMark size={16} aria-hidden />
          </IconButton>
        )}
      </div>
    </>
  );
}
