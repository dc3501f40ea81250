import type { ComponentProps, ReactNode } from 'react';
import styles from './refreshing.module.css';

/** Content that is being read again: the old one stays, dimmed and marked as busy, until the new one is there. */
export function Refreshing({
  active,
  className = '',
  ...rest
}: ComponentProps<'div'> & { active: boolean }): ReactNode {
  return (
    <div {...rest} aria-busy={active} className={active ? `${styles.active} ${className}` : className} />
  );
}
