import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import styles from './note.module.css';

const NOTE_ICONS = { neutral: Info, accent: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert };

/** A message about the whole page, with an optional action. */
export function Note({
  tone = 'neutral',
  children,
  action,
  className = '',
}: {
  tone?: Tone;
  children: ReactNode;
  action?: ReactNode;
  className?: string;
}): ReactNode {
  const Icon = NOTE_ICONS[tone];
  return (
    <div
      className={`${styles.note} ${className}`}
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <Icon aria-hidden />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
