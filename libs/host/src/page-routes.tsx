import { ROLE_WORDS } from '@cairn/contracts';
import { EmptyState, ErrorState, lazyComponent, TableSkeleton } from '@cairn/ui';
import { Lock } from 'lucide-react';
import { createElement, Suspense, type ComponentType, type ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { useHost } from './host.ts';
import { mayOpen, pageAddress, usePages, type PageEntry } from './pages.ts';
import type { PartName } from './parts.ts';

/** The export of `page.tsx` in a page's folder. */
export interface PageModule {
  readonly Page: ComponentType;
}

/** Finds the component of a page, which is loaded on first use. */
export type FindPage = (page: Pick<PageEntry, 'path'>) => ComponentType;

/** Loads each page once, from the folder named by the last segment of its path. */
export function lazyPages(load: (folder: string) => Promise<PageModule>): FindPage {
  const known = new Map<string, ComponentType>();
  return ({ path }) => {
    const folder = path.slice(path.lastIndexOf('/') + 1);
    const page = known.get(folder) ?? lazyComponent(async () => (await load(folder)).Page);
    known.set(folder, page);
    return page;
  };
}

export interface PageRoutesProps {
  readonly part: PartName;
  readonly find: FindPage;
  /** Shown when the part lacks such a page. */
  readonly missing?: ReactNode;
}

/** The routes of a remote: every page of the table that the remote draws. */
export function PageRoutes({ part, find, missing }: PageRoutesProps): ReactNode {
  const pages = usePages().filter((page) => page.part === part);
  return (
    <Suspense fallback={<TableSkeleton rows={10} />}>
      <Routes>
        {pages.flatMap((page) => routesOf(page, find))}
        <Route path="*" element={missing ?? <ErrorState title="There is no such page" />} />
      </Routes>
    </Suspense>
  );
}

/** A page that opens elsewhere redirects; its component serves only longer addresses. */
function routesOf(page: PageEntry, find: FindPage): ReactNode[] {
  const path = `/:orgId/${page.path}`;
  const shown = <AllowedPage page={page} find={find} />;
  const redirect = page.opens && <Route key={path} path={path} element={<Opens page={page} />} />;
  if (page.rest) return [redirect, <Route key={page.rest} path={path + page.rest} element={shown} />];
  return [redirect || <Route key={path} path={path} element={shown} />];
}

function Opens({ page }: { page: PageEntry }): ReactNode {
  return <Navigate to={pageAddress(useHost().org.id, page)} replace />;
}

function AllowedPage({ page, find }: { page: PageEntry; find: FindPage }): ReactNode {
  const host = useHost();
  if (mayOpen(page, host)) return createElement(find(page));
  const who = page.role === 'admin' ? 'admins' : `people with the role ${ROLE_WORDS[page.role ?? 'viewer']}`;
  return (
    <EmptyState icon={<Lock aria-hidden />} title="unauthorized access">
      Only {who} of {host.org.name} can see this page.
    </EmptyState>
  );
}
