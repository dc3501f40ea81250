import type { ReactNode } from 'react';
import styles from './definition-list.module.css';

/** Names on the left, values on the right. */
export function DefinitionList({
  rows,
}: {
  rows: readonly { readonly key: string; readonly name: ReactNode; readonly value: ReactNode }[];
}): ReactNode {
  return (
    <dl className={styles.list}>
      {rows.map(({ key, name, value }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
