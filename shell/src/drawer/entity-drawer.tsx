import { lazyComponent, Portal } from '@cairn/ui';
import { Suspense, type ReactNode } from 'react';
import type { Navigation } from '../navigation/navigation.ts';
import type { Pane } from '../navigation/panes.ts';
import { useDrawer } from './drawer.ts';
import { drawerOf } from '../navigation/drawer-address.ts';

const OpenDrawer = lazyComponent(async () => (await import('./open-drawer.tsx')).OpenDrawer);

/** The drawer of a pane (W§2.10), which its address opens; its content is the part `entity/EntityDrawer`. */
export function EntityDrawerFrame({ navigation, pane }: { navigation: Navigation; pane: Pane }): ReactNode {
  const entry = drawerOf(pane.location);
  const drawer = useDrawer(navigation, pane.id);
  return entry ? (
    <Portal>
      <Suspense fallback={null}>
        <OpenDrawer entry={entry} drawer={drawer} />
      </Suspense>
    </Portal>
  ) : null;
}
