import { EmptyState } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { EntityPage } from './entity-page.tsx';

/** The page of this front-end. */
export function App(): ReactNode {
  return (
    <Routes>
      <Route path="/:orgId/entity/:uuid" element={<EntityPage />} />
      <Route
        path="*"
        element={<EmptyState title="Entity not found">The address names no entity.</EmptyState>}
      />
    </Routes>
  );
}
