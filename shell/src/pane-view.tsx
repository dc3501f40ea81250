import { addressAt, HostProvider, pageAt, pathBelowOrg, usePages } from '@cairn/host';
import { EmptyState, linkAttributes } from '@cairn/ui';
import { Compass } from 'lucide-react';
import { Activity, memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useShellHost, type HostParts } from './host.tsx';
import { PaneRouter } from './navigation/pane-router.tsx';
import type { Pane } from './navigation/panes.ts';
import { PagePart, PageWaiting } from './remotes/part-frame.tsx';
import styles from './pane-view.module.css';

interface PaneViewProps extends HostParts {
  pane: Pane;
  active: boolean;
}

/** A pane with its own router; in the background it keeps its state and does nothing. */
export const PaneView = memo(function PaneView({ pane, active, ...parts }: PaneViewProps): ReactNode {
  const host = useShellHost(parts, pane.id);
  const page = pageAt(pane.location.pathname, usePages());
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <div className={styles['pane']} data-pane={pane.id}>
        <PaneRouter navigation={parts.navigation} pane={pane}>
          <HostProvider value={host}>
            {page ? (
              <PagePart key={page.part} name={page.part} props={{}} />
            ) : pathBelowOrg(pane.location.pathname).startsWith('t/') ? (
              <PageWaiting />
            ) : (
              <NoPage home={addressAt(parts.org.id, 'home')} />
            )}
          </HostProvider>
        </PaneRouter>
      </div>
    </Activity>
  );
});

function NoPage({ home }: { home: string }): ReactNode {
  return (
    <EmptyState
      whole
      icon={<Compass aria-hidden />}
      title="There is no such page"
      action={
        <Link to={home} {...linkAttributes()}>
          Go to Home
        </Link>
      }
    >
      The address may be old, or mistyped.
    </EmptyState>
  );
}
