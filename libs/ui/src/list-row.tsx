import type { ReactNode } from 'react';
import styles from './list-row.module.css';

export interface ListRowProps {
  /** A picture or an icon of 24 pixels at most. */
  lead: ReactNode;
  /** When it was, or what kind of thing it is. */
  end?: ReactNode;
  /** What it is, and what is said beside it. */
  children: ReactNode;
}

/** A row of a list of things: a picture, words that may wrap, and what stands at its end. */
export function ListRow({ lead, end, children }: ListRowProps): ReactNode {
  return (
    <li className={styles.row}>
      <span className={styles.lead}>{lead}</span>
      <div className={styles.main}>{children}</div>
      {end && <div className={styles.end}>{end}</div>}
    </li>
  );
}
