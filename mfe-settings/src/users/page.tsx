import { useHost } from '@cairn/host';
import { Button, ErrorState, TableSkeleton } from '@cairn/ui';
import { UserPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { SettingsPage } from '../setting.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { useMembers } from './use-people.ts';
import styles from './users.module.css';

/** The members of the org with their roles, and its invitations (W§2.3). */
export function Page(): ReactNode {
  const { org } = useHost();
  const [inviting, setInviting] = useState(false);
  return (
    <SettingsPage
      title="Users"
      description={`Who belongs to ${org.name}, and what they may do.`}
      actions={
        <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={() => setInviting(true)}>
          Invite
        </Button>
      }
    >
      <People />
      <Invitations />
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
    </SettingsPage>
  );
}

function People(): ReactNode {
  const { data, error, isPending, refetch } = useMembers();
  if (isPending) return <TableSkeleton rows={3} columns={3} rowHeight={56} />;
  if (!data) {
    return <ErrorState title="The people cannot be read" error={error} onRetry={() => void refetch()} />;
  }
  return (
    <ul className={styles['list']} aria-label="People">
      {data.map((member) => (
        <MemberRow key={member.userId} member={member} members={data} />
      ))}
    </ul>
  );
}
