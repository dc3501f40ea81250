import type { ReportState } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { Checkbox } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import styles from '../records/narrowed.module.css';

/** The kinds to which a report can be narrowed: those whose pages have a tab of reports. */
const KINDS = ['Issue', 'Person'] as const;

/** Lets a report be narrowed to kinds of entities, whose pages then offer it. */
export function Filterable({
  state,
  onChange,
}: {
  state: ReportState;
  onChange: (filterable: string[]) => void;
}): ReactNode {
  const { filterable } = state;
  return (
    <fieldset className={styles['kinds']}>
      <legend>Offered on the pages of</legend>
      {KINDS.map((kind) => (
        <Checkbox
          key={kind}
          label={CATALOGUE.kind(kind)?.plural ?? kind}
          checked={filterable.includes(kind)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...filterable, kind] : filterable.filter((each) => each !== kind))
          }
        />
      ))}
    </fieldset>
  );
}
