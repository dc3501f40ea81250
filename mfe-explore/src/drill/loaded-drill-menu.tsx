import { lazyComponent } from '@cairn/ui';
import { Suspense, type ReactNode } from 'react';
import type { DrillMenuProps } from './drill-menu.tsx';

const Loaded = lazyComponent(async () => (await import('./drill-menu.tsx')).DrillMenu);

/**
 * The menu of a chosen value. It is loaded on first use, because it needs the whole catalogue and no chart
 * does.
 */
export function DrillMenu(props: DrillMenuProps): ReactNode {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
