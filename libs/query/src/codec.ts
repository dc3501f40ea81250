import lz from 'lz-string';
import { z } from 'zod';
import { loadQuery } from './legacy.ts';
import { emptyQuery, Query } from './schema.ts';

/** The longest `s` in an address. A longer text is stored, and `s` carries its key (ruling 3). */
export const MAX_ADDRESS_TEXT = 2_000;
const STORED_KEY = /^k[0-9a-f]{32}$/;

/** Encodes JSON in characters that addresses leave unescaped. */
export function encodeText(value: unknown): string {
  return lz.compressToEncodedURIComponent(JSON.stringify(value)).replaceAll('+', '_').replaceAll('$', '.');
}

/** Decodes a text; undefined when it is not an encoded value. */
export function decodeText(text: string | null | undefined): unknown {
  if (!text) return undefined;
  try {
    const json = lz.decompressFromEncodedURIComponent(text.replaceAll('_', '+').replaceAll('.', '$'));
    return json ? JSON.parse(json) : undefined;
  } catch {
    return undefined;
  }
}

/** Encodes a query for the address, without defaults and without the org, which the path names. */
export function serialiseQuery(query: Query): string {
  const { orgId: _org, ...state } = query;
  const asked = Object.entries(state).filter(([, value]) => !isDefault(value));
  return asked.length === 0 ? '' : encodeText(Object.fromEntries(asked));
}

/** Decodes a query from an address. An unreadable text silently becomes an empty query of the org (X§4). */
export function parseQuery(
  text: string | null | undefined,
  orgId?: string,
  kinds?: readonly string[],
): Query {
  const value = decodeText(text);
  return value === undefined ? emptyQuery(orgId) : loadQuery(value, orgId, kinds);
}

/** True when `s` is the key of a stored text, not the text itself. */
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

/** Decodes `d`; faulty parts count as absent. */
export function parseDocument(text: string | null | undefined): DocumentState {
  const parsed = DocumentState.safeParse(decodeText(text));
  return parsed.success ? parsed.data : { saved: false };
}

/** Decodes `t`; faulty parts count as absent. */
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

/** The address of the explore page with this state. Every front-end links to it through this function. */
export function exploreAddress(orgId: string, place: ExplorePlace): string {
  const params = exploreParams(place);
  const search = Object.entries(params).map(([name, text]) => `${name}=${text}`);
  return `/${encodeURIComponent(orgId)}/explore${search.length > 0 ? `?${search.join('&')}` : ''}`;
}

/** The four parameters of the address; empty ones are left out. */
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
