import { addressAt, useHost } from '@cairn/host';
import { buttonAttributes, EmptyState, Note, PageHeader } from '@cairn/ui';
import { GitBranch } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './no-source.module.css';

/** What Home says in an org without a source. */
export function NoSource(): ReactNode {
  const { org } = useHost();
  return (
    <div className={styles.page}>
      <PageHeader title={org.name} />
      <EmptyState
        icon={<GitBranch aria-hidden />}
        title="Charts of your repositories belong here"
        action={
          <Link {...buttonAttributes({ variant: 'primary' })} to={addressAt(org.id, 'settings/integrations')}>
            Add a repository
          </Link>
        }
      >
        No source is connected yet. Add a git repository and its history is here a few seconds later.
      </EmptyState>
      <div className={styles.hint}>
        <Note>From a terminal: npm start -- --repo PATH</Note>
      </div>
    </div>
  );
}
