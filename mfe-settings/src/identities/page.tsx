import { addressAt, useHost } from '@cairn/host';
import { buttonAttributes } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SettingsPage } from '../setting.tsx';
import { Decisions } from './decisions.tsx';
import { People } from './people.tsx';
import { Suggestions } from './suggestions.tsx';

/** The people of the graph and the accounts that belong to them (ruling 20). */
export function Page(): ReactNode {
  const { org } = useHost();
  return (
    <SettingsPage
      title="Members"
      description={`Who is who in the data of ${org.name}: people, and the accounts that belong to them.`}
      actions={
        <Link to={addressAt(org.id, 'teams')} {...buttonAttributes()}>
          Teams
        </Link>
      }
    >
      <Suggestions />
      <People />
      <Decisions />
    </SettingsPage>
  );
}
