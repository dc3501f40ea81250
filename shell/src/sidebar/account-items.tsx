import { ownPersonQuery } from '@cairn/client';
import { addressAt, useHost } from '@cairn/host';
import { Keys, Menu } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { Building2, CircleQuestionMark, LogOut, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';

/** What the menu of the account offers: the user's own page, other orgs, the shortcuts, and signing out. */
export function AccountItems({
  onShortcuts,
  onSignOut,
}: {
  onShortcuts: () => void;
  onSignOut: () => void;
}): ReactNode {
  const { navigate, org, orgs, user } = useHost();
  const { data: person } = useQuery(ownPersonQuery(org.id));
  return (
    <>
      <Menu.Label>{user.email}</Menu.Label>
      {person && (
        <Menu.Item
          leftSection={<UserRound size={16} aria-hidden />}
          onClick={() => navigate(addressAt(org.id, 'entity', person.uuid))}
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
    </>
  );
}
