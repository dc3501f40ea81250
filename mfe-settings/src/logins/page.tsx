import { ROLE_WORDS } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Badge, Button } from '@cairn/ui';
import type { ReactNode } from 'react';
import { useLeaveOrg } from '../leave-org.ts';
import { Setting, SettingsPage } from '../setting.tsx';
import { ApiTokens } from './api-tokens.tsx';
import { Connections } from './connections.tsx';
import { Email } from './email.tsx';
import { LoginCode } from './login-code.tsx';
import { Password } from './password.tsx';
import { SecondFactorSetting } from './second-factor/setting.tsx';
import { Sessions } from './sessions.tsx';
import styles from './logins.module.css';

/** How the user signs in, with their orgs, sessions and API tokens. */
export function Page(): ReactNode {
  const { user, orgs, org } = useHost();
  const leaving = useLeaveOrg();
  return (
    <SettingsPage title="Logins" description="How you sign in, and what you can open.">
      <Email />
      <Password />
      <SecondFactorSetting />
      {user.superuser && (
        <Setting name="Superuser" hint="May create organizations and see all pages of the system.">
          Yes
        </Setting>
      )}
      <Setting name={orgs.length === 1 ? 'Organization' : 'Organizations'} hint="And your role there.">
        <div className={styles['orgs']}>
          <ul>
            {orgs.map(({ id, name, role }) => (
              <li key={id}>
                <span>{name}</span>
                <Badge tone={id === org.id ? 'accent' : 'neutral'}>{ROLE_WORDS[role]}</Badge>
              </li>
            ))}
          </ul>
          <Button size="small" loading={leaving.isPending} onClick={() => void leaving.ask()}>
            Leave this organization
          </Button>
        </div>
      </Setting>
      <Connections />
      <LoginCode />
      <Sessions />
      <ApiTokens />
    </SettingsPage>
  );
}
