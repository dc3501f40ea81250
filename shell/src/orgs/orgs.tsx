import type { UserSession } from '@cairn/client';
import { Button, EmptyState, Note, PageHeader } from '@cairn/ui';
import { Tabs } from '@cairn/ui/fields';
import { useMutation } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { endSession } from '../session/auth.ts';
import { Mark } from '../mark.tsx';
import { CreateOrg } from './create-org.tsx';
import { JoinOrg } from './join-org.tsx';
import { LinkLogin } from './link-login.tsx';
import { OrgTable } from './org-table.tsx';
import styles from './orgs.module.css';

/** The org chooser: every org of the user, the ways to another one, and the way out (W§2.4). */
export function OrgChooser({
  session,
  notFound = false,
}: {
  session: UserSession;
  notFound?: boolean;
}): ReactNode {
  const { orgs, user } = session;
  useEffect(() => {
    document.title = 'Organizations · Cairn';
  }, []);
  const signOut = useMutation({
    mutationFn: endSession,
    onSuccess: () => window.location.assign('/sign-in'),
  });
  return (
    <main className={styles['page']}>
      <div className={styles['brand']}>
        <Mark size={28} />
        <span>Cairn</span>
      </div>
      <PageHeader
        title={notFound ? 'There is no such organization' : 'Choose an organization'}
        description={notFound ? 'It does not exist, or you are no member of it.' : undefined}
        actions={
          <Button
            variant="subtle"
            loading={signOut.isPending || signOut.isSuccess}
            onClick={() => signOut.mutate()}
          >
            Sign out
          </Button>
        }
      />
      <div className={styles['body']}>
        {signOut.isError && <Note tone="bad">{signOut.error.message}</Note>}
        {orgs.length === 0 ? <NoOrg /> : <OrgTable orgs={orgs} />}
        <Tabs defaultValue={user.orgCreationProblem === null ? 'create' : 'join'} keepMounted={false}>
          <Tabs.List aria-label="Another organization">
            <Tabs.Tab value="create">Create</Tabs.Tab>
            <Tabs.Tab value="join">Join</Tabs.Tab>
            <Tabs.Tab value="link">Link</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="create" className={styles['panel'] ?? ''}>
            <CreateOrg user={user} />
          </Tabs.Panel>
          <Tabs.Panel value="join" className={styles['panel'] ?? ''}>
            <JoinOrg />
          </Tabs.Panel>
          <Tabs.Panel value="link" className={styles['panel'] ?? ''}>
            <LinkLogin />
          </Tabs.Panel>
        </Tabs>
      </div>
    </main>
  );
}

function NoOrg(): ReactNode {
  return (
    <EmptyState icon={<Building2 aria-hidden />} title="You belong to no organization yet">
      If you think this message is an error, make sure you are logging in with your correct code-host or
      web-identity account and try again. Accounts of this Cairn sign in with an e-mail address: ask an admin
      of your organization for an invitation.
    </EmptyState>
  );
}
