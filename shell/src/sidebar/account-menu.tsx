import { pictureAddress } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Avatar, IconButton, lazyComponent, Menu, Text } from '@cairn/ui';
import { CircleQuestionMark } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import styles from './account-menu.module.css';

// What menus hold is loaded when they open.
const AccountItems = lazyComponent(async () => (await import('./account-items.tsx')).AccountItems);
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
  const { user } = useHost();
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
            <Suspense fallback={null}>
              <AccountItems onShortcuts={onShortcuts} onSignOut={onSignOut} />
            </Suspense>
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
