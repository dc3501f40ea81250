import { peopleClient } from '@cairn/client';
import type { Org } from '@cairn/contracts';
import { Button, Note, PageHeader, useConfirm } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Mark } from '../mark.tsx';
import { PagePart } from '../remotes/part-frame.tsx';
import { useSessionCache } from '../session/session.ts';
import styles from './orgs.module.css';

const open = (address: string) => window.location.assign(address);

/** Leads a member to the second factor that an org demands, before anything of the org is shown. */
export function FactorGate({
  org,
  hasOthers,
  goTo = open,
}: {
  org: Org;
  hasOthers: boolean;
  goTo?: (address: string) => void;
}): ReactNode {
  const { refresh } = useSessionCache();
  useEffect(() => {
    document.title = `Two factors · ${org.name} · Cairn`;
  }, [org.name]);
  return (
    <main className={styles['page']}>
      <div className={styles['brand']}>
        <Mark size={28} />
        <span>Cairn</span>
      </div>
      <PageHeader
        title={`${org.name} demands two factors`}
        description="Set them up for your account to open it. You need a phone with an authenticator app."
        actions={
          hasOthers && (
            <Button variant="subtle" onClick={() => goTo('/orgs')}>
              Other organizations
            </Button>
          )
        }
      />
      <div className={styles['body']}>
        <PagePart name="settings/SecondFactor" props={{ onDone: refresh }} />
        <Leave org={org} goTo={goTo} />
      </div>
    </main>
  );
}

/** The way out for who wants no second factor. */
function Leave({ org, goTo }: { org: Org; goTo: (address: string) => void }): ReactNode {
  const confirm = useConfirm();
  const leave = useMutation({
    mutationFn: () => peopleClient.leaveOrg({ params: { orgId: org.id } }),
    onSuccess: () => goTo('/orgs'),
    onError: () => undefined,
  });
  const ask = async () => {
    const sure = await confirm({
      title: `Leave ${org.name}?`,
      message: 'Somebody has to invite you to come back.',
      confirm: 'Leave',
      danger: true,
    });
    if (sure) leave.mutate();
  };
  return (
    <div className={styles['leave']}>
      {leave.error && <Note tone="bad">You have not left. {leave.error.message}</Note>}
      <Button variant="subtle" loading={leave.isPending} onClick={() => void ask()}>
        Leave this organization
      </Button>
    </div>
  );
}
