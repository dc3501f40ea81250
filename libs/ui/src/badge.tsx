import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

/** A short label; its tone only repeats its meaning. */
export function Badge({
  tone = 'neutral',
  icon,
  className = '',
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <span className={`${styles.badge} ${className}`} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
