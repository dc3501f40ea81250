import { ownPersonQuery } from '@cairn/client';
import { pictureAddress } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Avatar, IconButton, Keys, lazyComponent, Menu, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { Building2, CircleQuestionMark, LogOut, UserRound } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import styles from './account-menu.module.css';

const HelpItems = lazyComponent(async () => (await import('./help-items.tsx')).HelpItems);

/** The foot of the sidebar: the account with its menu, and where help is. */
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
          <Menu position="top-end">
            <Menu.Target>
              <IconButton label="Need help?">
                <CircleQuestionMark size={16} aria-hidden />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Suspense fallback={null}>
                <HelpItems onShortcuts={onShortcuts} />
              </Suspense>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </>
  );
}
