import { EmptyState, lazyComponent, TableSkeleton } from '@cairn/ui';
import { Suspense, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { EntityPage } from './entity-page.tsx';
import { KIND_PAGES } from './kinds/kinds.ts';
import type { KindPage } from './kind-page/kind-page.ts';

const SearchPage = lazyComponent(async () => (await import('./search/page.tsx')).Page);

/** The root component of this front-end. */
export function App({ kindPages }: { kindPages?: readonly KindPage[] }): ReactNode {
  return (
    <Routes>
      <Route path="/:orgId/entity/:uuid" element={<EntityPage kindPages={kindPages} />} />
      <Route
        path="/:orgId/search"
        element={
          <Suspense fallback={<TableSkeleton rows={10} />}>
            <SearchPage kindPages={kindPages ?? KIND_PAGES} />
          </Suspense>
        }
      />
      <Route
        path="*"
        element={
          <EmptyState whole title="Entity not found">
            The address names no entity.
          </EmptyState>
        }
      />
    </Routes>
  );
}
