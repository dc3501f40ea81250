import { Badge, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import styles from './delivery-rules.module.css';

interface NamedCount {
  readonly name: string;
  readonly count: string;
  /** What the name counts as; absent for nothing. */
  readonly as?: string | undefined;
}

/** The names that are there, with how many things have them and what they count as. */
export function NameList({ label, names }: { label: string; names: readonly NamedCount[] }): ReactNode {
  if (names.length === 0) return null;
  return (
    <section className={styles['names']} aria-label={label}>
      <Text as="p" tone="muted">
        {label}
      </Text>
      <ul className={styles['list']} tabIndex={0} aria-label={label}>
        {names.map(({ name, count, as }) => (
          <li key={name} className={styles['line']}>
            <span className={styles['name']}>{name || 'No name'}</span>
            {as !== undefined && <Badge tone="accent">{as}</Badge>}
            <Text tone="faint">{count}</Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
