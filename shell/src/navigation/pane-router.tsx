import { useMemo, type ReactNode } from 'react';
import { Router, type Location } from 'react-router-dom';
import type { Navigation } from './navigation.ts';
import type { Pane } from './panes.ts';

interface PaneRouterProps {
  navigation: Navigation;
  /** The pane that links act on. */
  pane: Pane;
  /** The location of links; by default that of the pane. */
  location?: Location;
  children: ReactNode;
}

/** A router whose links move one pane. */
export function PaneRouter({
  navigation,
  pane,
  location = pane.location,
  children,
}: PaneRouterProps): ReactNode {
  const navigator = useMemo(() => navigation.navigatorOf(pane.id), [navigation, pane.id]);
  return (
    <Router location={location} navigator={navigator}>
      {children}
    </Router>
  );
}
