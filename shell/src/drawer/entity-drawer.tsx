import { lazyComponent, Portal } from '@cairn/ui';
import { Suspense, type ReactNode } from 'react';
import { useDrawerOpen } from './drawer-state.ts';

const OpenDrawer = lazyComponent(async () => (await import('./open-drawer.tsx')).OpenDrawer);

/** The drawer's frame (W§2.10); its content is the part `entity/EntityDrawer`. */
export function EntityDrawerFrame(): ReactNode {
  const open = useDrawerOpen();
  return open ? (
    <Portal>
      <Suspense fallback={null}>
        <OpenDrawer />
      </Suspense>
    </Portal>
  ) : null;
}
