import type { ResultSet } from '@cairn/answer';
import type { ReactNode } from 'react';
import { formatDates } from './format.ts';
import styles from './legend.module.css';

interface ComparedKeyProps {
  readonly answer: ResultSet;
  /** How the compared period is drawn. */
  readonly mark: 'bar' | 'line';
}

/** Names the dates of the compared period, which is drawn behind. */
export function ComparedKey({ answer, mark }: ComparedKeyProps): ReactNode {
  const { compared, timezone } = answer.meta;
  if (!compared) return null;
  return (
    <p className={styles.compared} data-compared>
      <i data-mark-of={mark} />
      before: {formatDates(compared.start, compared.end, timezone)}
    </p>
  );
}
