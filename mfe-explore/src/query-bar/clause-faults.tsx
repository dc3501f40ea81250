import { useHost } from '@cairn/host';
import type { ReactNode } from 'react';
import { clausesOf } from './clauses.ts';
import type { QueryBarProps } from './query-bar.tsx';
import styles from './clause-faults.module.css';

/** The fault of each clause that is not valid. */
export function ClauseFaults({
  query,
  configuration,
}: Pick<QueryBarProps, 'query' | 'configuration'>): ReactNode {
  const { timezone } = useHost();
  const faulty = clausesOf(query, configuration, timezone).filter(({ fault }) => fault);
  return faulty.map(({ type, index, name, words, fault }) => (
    <p key={`${type}-${index}`} className={styles.fault} role="alert">
      {name} “{words}”: {fault}
    </p>
  ));
}
