import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './chip.module.css';

export interface ChipProps {
  children: ReactNode;
  /** The label of the remove button, e.g. "Remove filter Repository". */
  removeLabel?: string;
  onRemove?: () => void;
  onClick?: () => void;
}

/** A small token such as a filter or a tag, which may be opened and removed. */
export function Chip({ children, removeLabel = 'Remove', onRemove, onClick }: ChipProps): ReactNode {
  return (
    <span className={styles.chip}>
      {onClick ? (
        <button type="button" className={styles.body} onClick={onClick}>
          {children}
        </button>
      ) : (
        <span className={styles.body}>{children}</span>
      )}
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}
