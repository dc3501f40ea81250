import { PersonMeasures, type Org } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Select } from '@cairn/ui';
import type { ReactNode } from 'react';
import { useUpdateOrg } from './use-update-org.ts';

/** Who sees the measures of one person, in words (ruling 11). */
export const PERSON_MEASURES: Readonly<Record<Org['personMeasures'], string>> = {
  everybody: 'Everybody',
  limited: 'The person, their team leads and admins',
};

const CHOICES = Object.entries(PERSON_MEASURES).map(([value, label]) => ({ value, label }));

/** Chooses who sees the measures of one person, and saves the choice at once. */
export function MeasuresOfPeople(): ReactNode {
  const { org } = useHost();
  const update = useUpdateOrg('Saved who sees measures of one person');
  return (
    <Select
      aria-label="Measures of one person are shown to"
      data={CHOICES}
      value={update.isPending ? (update.variables.personMeasures ?? org.personMeasures) : org.personMeasures}
      allowDeselect={false}
      onChange={(chosen) => {
        const personMeasures = PersonMeasures.safeParse(chosen).data;
        if (personMeasures && personMeasures !== org.personMeasures) update.mutate({ personMeasures });
      }}
    />
  );
}
