import { isWithin, pageAddress, pathBelowOrg, useHost, type PageEntry } from '@cairn/host';
import type { ReactNode } from 'react';
import { Item } from './item.tsx';

/** A list of links to pages, of which the one that is shown is marked. */
export function PageLinks({
  pages,
  collapsed,
  path,
  isDisabled,
}: {
  pages: readonly PageEntry[];
  collapsed: boolean;
  path: string | null;
  isDisabled: (page: PageEntry) => boolean;
}): ReactNode {
  const { org } = useHost();
  return (
    <ul>
      {pages.map((page) => (
        <Item
          key={page.path}
          to={pageAddress(org.id, page)}
          icon={page.icon}
          label={page.title}
          collapsed={collapsed}
          current={path !== null && isWithin(page, pathBelowOrg(path))}
          disabled={isDisabled(page)}
        />
      ))}
    </ul>
  );
}
