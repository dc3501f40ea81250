import type { PartName } from '@cairn/host';

interface Page {
  readonly part: PartName;
  readonly title: string;
}

/** Which part draws which first path segment below the org (W§2.1). */
const PAGES: Readonly<Record<string, Page>> = {
  home: { part: 'workspace/App', title: 'Home' },
  library: { part: 'workspace/App', title: 'Library' },
  boards: { part: 'workspace/App', title: 'Board' },
  explore: { part: 'explore/App', title: 'Explore' },
  entity: { part: 'entity/App', title: 'Entity' },
  settings: { part: 'settings/App', title: 'Settings' },
};

/** The page segment of a path: `explore` of `/acme/explore/x`. */
export function segmentOf(pathname: string): string {
  return pathname.split('/')[2] ?? '';
}

/** The page at a path; undefined when there is none. */
export function pageAt(pathname: string): Page | undefined {
  return Object.hasOwn(PAGES, segmentOf(pathname)) ? PAGES[segmentOf(pathname)] : undefined;
}
