import lz from 'lz-string';
import { z } from 'zod';
import { loadQuery } from './legacy.ts';
import { emptyQuery, Query } from './schema.ts';

/** The longest `s` that stays in the address; past it the text is stored and `s` carries its key (ruling 3). */
export const MAX_ADDRESS_TEXT = 2_000;
const STORED_KEY = /^k[0-9a-f]{32}$/;

/** JSON in an alphabet that an address leaves alone. */
export function encodeText(value: unknown): string {
  return lz.compressToEncodedURIComponent(JSON.stringify(value)).replaceAll('+', '_').replaceAll('$', '.');
}

/** The value behind the text, or undefined when it is not one of ours. */
export function decodeText(text: string | null | undefined): unknown {
  if (!text) return undefined;
  try {
    const json = lz.decompressFromEncodedURIComponent(text.replaceAll('_', '+').replaceAll('.', '$'));
    return json ? JSON.parse(json) : undefined;
  } catch {
    return undefined;
  }
}

/** The query as the address carries it: defaults and the org (it is in the path) are left out. */
export function serialiseQuery(query: Query): string {
  const { orgId: _org, ...state } = query;
  const asked = Object.entries(state).filter(([, value]) => !isDefault(value));
  return asked.length === 0 ? '' : encodeText(Object.fromEntries(asked));
}

/** The query behind an address text; anything unreadable is, silently, an empty query of the org (X§4). */
export function parseQuery(
  text: string | null | undefined,
  orgId?: string,
  kinds?: readonly string[],
): Query {
  const value = decodeText(text);
  return value === undefined ? emptyQuery(orgId) : loadQuery(value, orgId, kinds);
}

/** Whether `s` is the key of a stored text rather than the text itself. */
export function isStoredKey(text: string): boolean {
  return STORED_KEY.test(text);
}

/** `d`: the title, the id of the saved query that is open, and how a question in words was read. */
export const DocumentState = z.object({
  title: z.string().max(200).optional().catch(undefined),
  saved: z
    .union([z.string().max(64), z.literal(false)])
    .default(false)
    .catch(false),
  /** How a question in words was read, a sentence each. */
  read: z.array(z.string().max(2_000)).max(30).optional().catch(undefined),
});
export type DocumentState = z.infer<typeof DocumentState>;

/** `t`: how the tab shows the document. */
export const TabState = z.object({ fullscreen: z.boolean().default(true).catch(true) });
export type TabState = z.infer<typeof TabState>;

/** Reads `d`; whatever is wrong in it counts as absent. */
export function parseDocument(text: string | null | undefined): DocumentState {
  const parsed = DocumentState.safeParse(decodeText(text));
  return parsed.success ? parsed.data : { saved: false };
}

/** Reads `t`; whatever is wrong in it counts as absent. */
export function parseTab(text: string | null | undefined): TabState {
  const parsed = TabState.safeParse(decodeText(text));
  return parsed.success ? parsed.data : { fullscreen: true };
}

export interface ExplorePlace {
  query: Query;
  view?: { value: string; config: Record<string, unknown> };
  title?: string;
  /** Id of the saved query. */
  saved?: string;
  /** How a question in words was read. */
  read?: readonly string[];
  fullscreen?: boolean;
}

/** The address of the explore page that shows this; every front-end links through here. */
export function exploreAddress(orgId: string, place: ExplorePlace): string {
  const params = exploreParams(place);
  const search = Object.entries(params).map(([name, text]) => `${name}=${text}`);
  return `/${encodeURIComponent(orgId)}/explore${search.length > 0 ? `?${search.join('&')}` : ''}`;
}

/** The four parameters of the address, each left out when it says nothing. */
export function exploreParams({
  query,
  view,
  title,
  saved,
  read = [],
  fullscreen,
}: ExplorePlace): Record<string, string> {
  const s = serialiseQuery(query);
  const isDefaultView = !view || (view.value === 'default' && Object.keys(view.config).length === 0);
  return {
    ...(s ? { s } : {}),
    ...(title || saved || read.length > 0
      ? { d: documentText({ read, ...(title ? { title } : {}), ...(saved ? { saved } : {}) }) }
      : {}),
    ...(fullscreen === false ? { t: encodeText({ fullscreen }) } : {}),
    ...(isDefaultView ? {} : { v: encodeText(view) }),
  };
}

function documentText({ title, saved, read = [] }: Pick<ExplorePlace, 'title' | 'saved' | 'read'>): string {
  return encodeText({
    ...(title ? { title } : {}),
    saved: saved ?? false,
    ...(read.length > 0 ? { read } : {}),
  });
}

function isDefault(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
