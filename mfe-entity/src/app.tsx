import { EmptyState } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { EntityPage } from './entity-page.tsx';
import type { KindPage } from './kind-page/kind-page.ts';

/** The root component of this front-end. */
export function App({ kindPages }: { kindPages?: readonly KindPage[] }): ReactNode {
  return (
    <Routes>
      <Route path="/:orgId/entity/:uuid" element={<EntityPage kindPages={kindPages} />} />
      <Route
        path="*"
        element={<EmptyState title="Entity not found">The address names no entity.</EmptyState>}
      />
    </Routes>
  );
}
