import type { DebugQueryProps } from '@cairn/host';
import { lazyComponent } from '@cairn/ui';
import { Suspense, type ReactNode } from 'react';

const QueryDebugDialog = lazyComponent(
  async () => (await import('./debug/query-debug-dialog.tsx')).QueryDebugDialog,
);

/** How a query is asked and answered: request, response, SQL, times and versions (W§2.8). */
export function DebugQuery(props: DebugQueryProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <QueryDebugDialog {...props} />
    </Suspense>
  );
}
