import { formatNumber, IconButton, Select } from '@cairn/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './pager.module.css';

export interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: ((size: number) => void) | undefined;
}

const SIZES = ['20', '50', '100', '500'];

/** The usual sizes, and the one that fits the room. */
const sizesWith = (pageSize: number) =>
  [...new Set([...SIZES, String(pageSize)])].toSorted((a, b) => Number(a) - Number(b));

/** The range of shown rows, and buttons to other pages. */
export function Pager({ page, pageSize, total, onPage, onPageSize }: PagerProps): ReactNode {
  const [from, to] = [(page - 1) * pageSize + 1, Math.min(page * pageSize, total)];
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span role="status">
        {formatNumber(Math.min(from, total))}–{formatNumber(to)} of {formatNumber(total)}
      </span>
      <IconButton label="Previous page" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={16} aria-hidden />
      </IconButton>
      <IconButton label="Next page" size="small" disabled={to >= total} onClick={() => onPage(page + 1)}>
        <ChevronRight size={16} aria-hidden />
      </IconButton>
      {onPageSize && (
        <Select
          aria-label="Rows on a page"
          value={String(pageSize)}
          data={sizesWith(pageSize).map((value) => ({ value, label: `${value} rows` }))}
          onChange={(value) => value && onPageSize(Number(value))}
          w={104}
        />
      )}
    </nav>
  );
}
