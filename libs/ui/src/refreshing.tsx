import type { ComponentProps, ReactNode } from 'react';
import styles from './refreshing.module.css';

/** Content that reloads: the old one stays, dimmed and marked as busy. */
export function Refreshing({
  active,
  className = '',
  ...rest
}: ComponentProps<'div'> & { active: boolean }): ReactNode {
  return (
    <div {...rest} aria-busy={active} className={active ? `${styles.active} ${className}` : className} />
  );
}
