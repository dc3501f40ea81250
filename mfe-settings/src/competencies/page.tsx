import { addressAt, useHost } from '@cairn/host';
import { useSavedPage } from '@cairn/saved';
import { linkAttributes, plural } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Setting, SettingsPage } from '../setting.tsx';

/** Says what competencies can do today, and leads to where they are made. */
export function Page(): ReactNode {
  const { org } = useHost();
  const { data, isError } = useSavedPage({ filter: { types: ['competency-v1'] }, limit: 1 });
  return (
    <SettingsPage
      title="Competency"
      description="What teams get better at. Its insights and summaries need a language model, and none is connected to this Cairn yet."
    >
      <Setting
        name="Competencies"
        hint={
          data
            ? `${plural(data.total, 'competency', 'competencies')} of ${org.name}`
            : isError
              ? 'How many there are cannot be read'
              : ' '
        }
      >
        <Link {...linkAttributes()} to={addressAt(org.id, 'competency', 'dashboard')}>
          Create, rename and delete
        </Link>
      </Setting>
      <Setting
        name="Instructions"
        hint="Superusers of this Cairn set what a language model reads before it writes insights."
      >
        <Link {...linkAttributes()} to={addressAt(org.id, 'settings/system/narrative-prefix')}>
          Prompt Instructions
        </Link>
      </Setting>
    </SettingsPage>
  );
}
