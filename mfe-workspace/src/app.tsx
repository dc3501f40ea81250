import { lazyPages, PageRoutes, type FindPage } from '@cairn/host';
import type { ReactNode } from 'react';

const ownPages = lazyPages((folder) => import(`./${folder}/page.tsx`));

/** The pages of this front-end: Home, the library and the boards. */
export function App({ find = ownPages }: { find?: FindPage }): ReactNode {
  return <PageRoutes part="workspace/App" find={find} />;
}
