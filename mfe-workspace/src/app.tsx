import { ErrorState, TableSkeleton } from '@cairn/ui';
import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { useHost } from '@cairn/host';
import './workspace.css';

const HomePage = lazy(async () => ({ default: (await import('./home/home-page.tsx')).HomePage }));
const LibraryPage = lazy(async () => ({ default: (await import('./library/page.tsx')).Page }));
const BoardPage = lazy(async () => ({ default: (await import('./boards/board-page.tsx')).BoardPage }));

/** Home, the library and the boards. */
export function App(): ReactNode {
  const { org } = useHost();
  return (
    <Suspense fallback={<TableSkeleton rows={10} />}>
      <Routes>
        <Route path="/:orgId/home" element={<HomePage />} />
        <Route path="/:orgId/library" element={<LibraryPage />} />
        <Route path="/:orgId/boards" element={<Navigate to={`/${org.id}/boards/start`} replace />} />
        <Route path="/:orgId/boards/:boardId" element={<BoardPage />} />
        <Route path="*" element={<ErrorState title="There is no such page" />} />
      </Routes>
    </Suspense>
  );
}
