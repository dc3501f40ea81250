import type { ReactNode } from 'react';
import styles from './page-header.module.css';
import { Skeleton } from './skeletons.tsx';
import { Text } from './text.tsx';

/** The head of a page: its only h1, a sentence, its actions. */
export function PageHeader({
  title,
  description,
  actions,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}): ReactNode {
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <Text as="h1" truncate>
          {title}
        </Text>
        {description && (
          <Text as="div" tone="muted">
            {description}
          </Text>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** The placeholder of a page's head while it loads. */
export function PageHeaderSkeleton({ width = 180 }: { width?: number }): ReactNode {
  return (
    <div className={styles.header}>
      <Skeleton width={width} height={24} />
    </div>
  );
}
