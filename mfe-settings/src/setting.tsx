import { useHost } from '@cairn/host';
import { PageHeader } from '@cairn/ui';
import { useEffect, type ReactNode } from 'react';
import styles from './setting.module.css';

/** A settings page: its title, a sentence, its settings. */
export function SettingsPage({
  title,
  description,
  actions,
  children,
}: {
  title: string;
  description?: string;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { setTitle } = useHost();
  useEffect(() => setTitle(title), [setTitle, title]);
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      <div className={styles['body']}>{children}</div>
    </>
  );
}

/** One setting: its name and a sentence on the left, the control on the right. */
export function Setting({
  name,
  hint,
  compact = false,
  children,
}: {
  name: string;
  hint?: ReactNode;
  /** For long lists. */
  compact?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={styles['setting']} data-compact={compact || undefined}>
      <div>
        <div className={styles['name']}>{name}</div>
        {hint && <div className={styles['hint']}>{hint}</div>}
      </div>
      <div className={styles['control']}>{children}</div>
    </div>
  );
}
