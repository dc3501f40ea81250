import { PAGES, pageAt, type PageEntry } from '@cairn/host';

/** Any origin will do: what leads to another one than it began with leads away. */
const HERE = 'http://here.invalid';

/** The path of a page of this org that an address leads to; null where it leads to none, such as to another site. */
export function pagePath(address: string, orgId: string, pages: readonly PageEntry[] = PAGES): string | null {
  if (!address.startsWith('/') || !URL.canParse(address, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(address, HERE);
  if (origin !== HERE || !pathname.startsWith(`/${orgId}/`) || !pageAt(pathname, pages)) return null;
  return pathname + search + hash;
}
