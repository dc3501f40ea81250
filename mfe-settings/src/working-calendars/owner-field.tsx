import { Select } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { useState, type ReactNode } from 'react';
import { useOwnersNamed, type Named, type OwnerKind } from './use-calendars.ts';
import styles from './calendars.module.css';

const KINDS: readonly { value: OwnerKind; label: string }[] = [
  { value: 'Team', label: 'Team' },
  { value: 'Person', label: 'Person' },
];

interface OwnerFieldProps {
  readonly chosen: Named | null;
  readonly onChoose: (named: Named | null) => void;
  readonly error: string | undefined;
}

/** Chooses the team or person that owns a new calendar, by a part of the name. */
export function OwnerField({ chosen, onChoose, error }: OwnerFieldProps): ReactNode {
  const [kind, setKind] = useState<OwnerKind>('Team');
  const [text, setText] = useState('');
  const isChosenText = chosen?.name === text;
  const found = useOwnersNamed(kind, isChosenText ? '' : text.trim());
  const known = new Map((found.data ?? []).map((named) => [named.uuid, named]));
  if (chosen) known.set(chosen.uuid, chosen);
  return (
    <div className={styles['owner']}>
      <Segmented
        aria-label="Whose calendar"
        data={KINDS.map((each) => ({ ...each }))}
        value={kind}
        onChange={(value) => {
          setKind(value as OwnerKind);
          setText('');
          onChoose(null);
        }}
      />
      <Select
        aria-label={kind === 'Team' ? 'Team' : 'Person'}
        placeholder={kind === 'Team' ? 'Name of the team' : 'Name of the person'}
        data={[...known.values()].map(({ uuid, name }) => ({ value: uuid, label: name }))}
        searchable
        searchValue={text}
        onSearchChange={setText}
        // The search by the text has filtered these names already.
        filter={({ options }) => options}
        nothingFoundMessage={found.isFetching ? 'searching...' : 'no matches'}
        value={chosen?.uuid ?? null}
        error={error}
        onChange={(uuid) => onChoose(uuid === null ? null : (known.get(uuid) ?? null))}
      />
    </div>
  );
}
