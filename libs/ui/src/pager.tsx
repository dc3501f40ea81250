import { Button } from './button.tsx';
import { formatNumber } from './format-numbers.ts';
import type { ReactNode } from 'react';
import styles from './pager.module.css';

interface PagerProps {
  /** What the list holds, for screen readers. */
  readonly label: string;
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Where a list stands, and its next and previous page; nothing where one page holds all. */
export function Pager({ label, page, pageSize, total, onPage }: PagerProps): ReactNode {
  if (total <= pageSize) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  const counted = [first, last, total].map(formatNumber);
  return (
    <nav className={styles.pager} aria-label={label}>
      <span>
        {counted[0]} to {counted[1]} of {counted[2]}
      </span>
      <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="small" disabled={last >= total} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
