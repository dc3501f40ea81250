import type { ReportLaunch, ReportState } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { Badge, Text } from '@cairn/ui';
import { Checkbox } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import styles from './narrowed.module.css';

/** The kinds to which a report can be narrowed: those whose pages have a tab of reports. */
const KINDS = ['Issue', 'Person'] as const;

const RANGES: Readonly<Record<ReportLaunch['tf'], string>> = {
  P7D: 'Last 7 days',
  P30D: 'Last 30 days',
  P90D: 'Last 90 days',
  P1Y: 'Last year',
};

const labelOf = (kind: string) => CATALOGUE.kind(kind)?.label ?? kind;

/** What an opened report is narrowed to, and its range of time. */
export function Narrowed({ launch: { n, o, tf } }: { launch: ReportLaunch }): ReactNode {
  return (
    <div className={styles['narrowed']} role="group" aria-label="What this report is about">
      <Text as="h2">{n}</Text>
      {Object.entries(o).flatMap(([kind, values]) =>
        values.map((value) => (
          <Badge key={`${kind} ${value}`} tone="accent">
            {`${labelOf(kind)}: ${value}`}
          </Badge>
        )),
      )}
      <Badge>{RANGES[tf]}</Badge>
    </div>
  );
}

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
