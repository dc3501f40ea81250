import { atLeast } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import type { ReactNode } from 'react';
import { Setting, SettingsPage } from '../setting.tsx';
import { DAY_NAMES, FirstDay } from './first-day.tsx';

/** What holds for everybody in the org; admins change it, others see how it is. */
export function Page(): ReactNode {
  const { org, user } = useHost();
  const mayChange = user.superuser || atLeast(org.role, 'admin');
  return (
    <SettingsPage
      title="General"
      description={
        mayChange
          ? `What holds for everybody in ${org.name}.`
          : `What holds for everybody in ${org.name}. Its admins can change it.`
      }
    >
      <Setting name="Name">{org.name}</Setting>
      <Setting
        name="First day of the week"
        hint="Where this week, last week and the weeks of charts begin, unless a query names another day."
      >
        {mayChange ? <FirstDay /> : DAY_NAMES[org.firstDay]}
      </Setting>
    </SettingsPage>
  );
}
