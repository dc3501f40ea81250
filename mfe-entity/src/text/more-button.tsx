import type { ReactNode } from 'react';
import styles from './more-button.module.css';

/** A button that stands in a text, such as "+3 more"; `open` says whether it shows more already. */
export function MoreButton({
  open,
  onClick,
  children,
}: {
  open?: boolean;
  onClick: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <button type="button" className={styles.more} aria-expanded={open} onClick={onClick}>
      {children}
    </button>
  );
}
