import { z } from 'zod';
import { type ToolAccess, askTool } from '../ask-tool.ts';
import { type SnykSettings, idsIn, snykAddress } from './settings.ts';

/** The version of the interface that is asked for; Snyk serves each for years. */
const VERSION = '2024-10-15';
const PAGE = 100;

/** What is read of a host. */
export interface SnykScope {
  readonly access: ToolAccess;
  /** The address of the interface, as payloads name it. */
  readonly address: string;
  /** Ids of organizations; every one that the token sees where there are none. */
  readonly organizations: readonly string[];
}

const REFUSALS = {
  401: 'Snyk does not accept the token. Make a new one, and give it to the source.',
  403: 'Snyk does not let the token read this organization.',
};

/** What the settings of a source mean. */
export function scopeFor(
  { host, token, organizations }: SnykSettings,
  outside: { readonly fetch: typeof fetch; readonly signal: AbortSignal },
): SnykScope {
  const address = snykAddress(host);
  return {
    access: {
      ...outside,
      tool: 'Snyk',
      now: Date.now,
      base: address,
      headers: { accept: 'application/vnd.api+json', authorization: `token ${token}` },
      refusals: REFUSALS,
    },
    address,
    organizations: idsIn(organizations),
  };
}

const Link = z.union([z.string(), z.object({ href: z.string() }).transform(({ href }) => href)]);
const Page = z.object({
  data: z.array(z.unknown()),
  links: z
    .looseObject({ next: Link.nullish().catch(null) })
    .nullish()
    .catch(null),
});

/** A page of a list, and where the next one is. */
export interface SnykPage {
  readonly items: readonly unknown[];
  readonly next: string | null;
}

/** The first page of a list. */
export function firstPage(list: string, query: Readonly<Record<string, string>> = {}): string {
  const asked = new URLSearchParams({ version: VERSION, limit: String(PAGE), ...query });
  return `/rest${list}?${asked.toString()}`;
}

/** The path of a link, which may lack the first part; a link never leads to another host. */
function pathIn(link: string): string {
  const { pathname, search } = new URL(link, 'https://api.invalid');
  return (pathname.startsWith('/rest/') ? pathname : `/rest${pathname}`) + search;
}

/** Asks for a page of a list. */
export async function readPage({ access }: SnykScope, path: string): Promise<SnykPage> {
  const { data, links } = await askTool(access, path, Page);
  const next = links?.next ?? '';
  return { items: data, next: next === '' || data.length === 0 ? null : pathIn(next) };
}

/** Every item of a list. */
export async function readAll(scope: SnykScope, first: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let path: string | null = first; path !== null;) {
    const page: SnykPage = await readPage(scope, path);
    found.push(...page.items);
    path = page.next === path ? null : page.next;
  }
  return found;
}
