import { addressAt, useHost } from '@cairn/host';
import { useSavedPage } from '@cairn/saved';
import { linkAttributes, plural } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Setting, SettingsPage } from '../setting.tsx';

/** Says what will be set for reports, and what works today (ruling 23). */
export function Page(): ReactNode {
  const { org } = useHost();
  const { data, isError } = useSavedPage({ filter: { types: ['narrative-v1'] }, limit: 1 });
  return (
    <SettingsPage
      title="Reports"
      description="When reports are written, and by which template, will be set here. Reports have no text yet, because no language model is connected to this Cairn, so there is nothing to schedule."
    >
      <Setting
        name="Reports"
        hint={
          data
            ? `${plural(data.total, 'report', 'reports')} in ${org.name}, each a list of topics`
            : isError
              ? 'How many there are cannot be read'
              : ' '
        }
      >
        <Link {...linkAttributes()} to={addressAt(org.id, 'reports', 'list')}>
          Create, rename and delete
        </Link>
      </Setting>
    </SettingsPage>
  );
}
