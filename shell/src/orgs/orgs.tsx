import { ROLE_WORDS, type Org } from '@cairn/contracts';
import { Badge, Button, EmptyState, Note, PageHeader, Text } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { Building2, ChevronRight } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { endSession } from '../session/auth.ts';
import { Mark } from '../mark.tsx';
import styles from './orgs.module.css';

/** The org chooser: the user's orgs with their roles, and signing out. */
export function OrgChooser({
  orgs,
  notFound = false,
}: {
  orgs: readonly Org[];
  notFound?: boolean;
}): ReactNode {
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
      {signOut.isError && (
        <div className={styles['problem']}>
          <Note tone="bad">{signOut.error.message}</Note>
        </div>
      )}
      {orgs.length === 0 ? (
        <EmptyState icon={<Building2 aria-hidden />} title="You belong to no organization yet">
          If you think this message is an error, make sure you are logging in with your correct code-host or
          web-identity account and try again. Accounts of this Cairn sign in with an e-mail address: ask an
          admin of your organization to add yours.
        </EmptyState>
      ) : (
        <OrgList orgs={orgs} />
      )}
    </main>
  );
}

function OrgList({ orgs }: { orgs: readonly Org[] }): ReactNode {
  return (
    <ul className={styles['list']}>
      {orgs.map((org) => (
        <li key={org.id}>
          <a href={`/${org.id}/home`}>
            <OrgTile name={org.name} />
            <Text truncate className={styles['name'] ?? ''}>
              {org.name}
            </Text>
            {org.simulated && <Badge tone="warn">Simulated data</Badge>}
            <Badge>{ROLE_WORDS[org.role]}</Badge>
            <ChevronRight size={16} aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  );
}

function OrgTile({ name }: { name: string }): ReactNode {
  return (
    <span className={styles['tile']} aria-hidden>
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
