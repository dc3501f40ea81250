import type { PagePath } from './pages.ts';

type Search = Readonly<Record<string, string>>;

/** Characters that mean nothing in a search, and are read more easily as they are. */
const PLAIN: Readonly<Record<string, string>> = { '%3A': ':', '%2C': ',' };
const encoded = (value: string) =>
  encodeURIComponent(value).replaceAll(/%3A|%2C/g, (each) => PLAIN[each] ?? each);

/**
 * The address of a page of an org, of what follows below it, and of what its search says. Parts and values are
 * encoded.
 */
export function addressAt(orgId: string, page: PagePath, ...below: readonly (string | Search)[]): string {
  const parts = below
    .filter((each) => typeof each === 'string')
    .map((each) => `/${encodeURIComponent(each)}`);
  const search = below
    .flatMap((each) => (typeof each === 'string' ? [] : Object.entries(each)))
    .map(([name, value]) => `${name}=${encoded(value)}`);
  return `/${encodeURIComponent(orgId)}/${page}${parts.join('')}${search.length > 0 ? `?${search.join('&')}` : ''}`;
}
