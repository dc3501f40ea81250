import type { ReactNode } from 'react';
import styles from './progress-bar.module.css';

/** The progress of something; without `value` it only shows activity. */
export function ProgressBar({
  label,
  value,
  className = '',
}: {
  label: string;
  value?: number;
  className?: string;
}): ReactNode {
  const part = Math.min(1, Math.max(0, value ?? 0));
  return (
    <div
      className={`${styles.track} ${className}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value === undefined ? {} : { 'aria-valuenow': Math.round(part * 100) })}
    >
      <div style={{ transform: `scaleX(${value === undefined ? 0.3 : part})` }} />
    </div>
  );
}
