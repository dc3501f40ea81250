import { addressAt, lazyPages, PageRoutes, useHost, type FindPage } from '@cairn/host';
import { EmptyState, linkAttributes } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import styles from './app.module.css';

const ownPages = lazyPages((folder) => import(`./${folder}/page.tsx`));

/** The settings pages (W§2.3); the shell's sidebar lists them. */
export function App({ find = ownPages }: { find?: FindPage }): ReactNode {
  return (
    <div className={styles['content']}>
      <PageRoutes part="settings/App" find={find} missing={<NoPage />} />
    </div>
  );
}

function NoPage(): ReactNode {
  const { org } = useHost();
  const { pathname } = useLocation();
  // The specification writes system/narrative_prefix; our addresses have dashes.
  if (pathname.includes('_')) return <Navigate to={pathname.replaceAll('_', '-')} replace />;
  return (
    <EmptyState
      whole
      title="There is no such settings page"
      action={
        <Link to={addressAt(org.id, 'settings/preferences')} {...linkAttributes()}>
          Go to preferences
        </Link>
      }
    />
  );
}
