import type { Org } from '@cairn/contracts';
import { Button, PageHeader } from '@cairn/ui';
import { useEffect, type ReactNode } from 'react';
import { Mark } from '../mark.tsx';
import { PagePart } from '../remotes/part-frame.tsx';
import { useSessionCache } from '../session/session.ts';
import styles from './orgs.module.css';

/** Leads a member to the second factor that an org demands, before anything of the org is shown. */
export function FactorGate({ org, hasOthers }: { org: Org; hasOthers: boolean }): ReactNode {
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
            <Button variant="subtle" onClick={() => window.location.assign('/orgs')}>
              Other organizations
            </Button>
          )
        }
      />
      <div className={styles['body']}>
        <PagePart name="settings/SecondFactor" props={{ onDone: refresh }} />
      </div>
    </main>
  );
}
