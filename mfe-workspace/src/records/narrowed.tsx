import type { ReportLaunch } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { Badge, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import styles from './narrowed.module.css';

const RANGES: Readonly<Record<ReportLaunch['tf'], string>> = {
  P7D: 'Last 7 days',
  P30D: 'Last 30 days',
  P90D: 'Last 90 days',
  P1Y: 'Last year',
};

const labelOf = (kind: string) => CATALOGUE.kind(kind)?.label ?? kind;

/** What an opened report and its topics are narrowed to, and their range of time. */
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
