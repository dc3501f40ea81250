import type { ComponentProps, ReactNode } from 'react';
import styles from './panel.module.css';
import { Text } from './text.tsx';

/** A bordered box without padding. */
export function Surface({ className = '', ...rest }: ComponentProps<'div'>): ReactNode {
  return <div {...rest} className={`${styles.panel} ${className}`} />;
}

export interface PanelProps {
  title?: ReactNode;
  actions?: ReactNode;
  /** The body fills the panel to its border, for tables. */
  flush?: boolean;
  children: ReactNode;
  className?: string;
}

/** A bordered section of a page with an optional title line; never nested. */
export function Panel({ title, actions, flush = false, children, className = '' }: PanelProps): ReactNode {
  return (
    <section className={`${styles.panel} ${className}`}>
      {(title || actions) && (
        <div className={styles.head}>
          <Text as="h2" truncate className={styles.title}>
            {title}
          </Text>
          {actions}
        </div>
      )}
      <div className={styles.body} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  );
}
