import { View } from '@cairn/contracts';
import {
  decodeText,
  editQuery,
  exploreParams,
  isStoredKey,
  parseDocument,
  parseQuery,
  parseTab,
  selectsMany,
  type ExplorePlace,
  type Query,
} from '@cairn/query';
import { AUTOMATIC_VIEW } from '@cairn/views';

/** The state in the address of the page. */
export interface ExploreAddress {
  readonly query: Query;
  readonly view: View;
  /** Set by a person or by the link that opened the page. Without one the page describes the query. */
  readonly title: string | undefined;
  /** Id of the saved query that is open. */
  readonly saved: string | undefined;
  /** True when the view is shown without the rows beneath it. */
  readonly fullscreen: boolean;
  /** How a question in words was read; it goes with the first change. */
  readonly read?: readonly string[];
  /** The address selects more than one entity; only the first is queried. */
  readonly selectsMany?: boolean;
}

/** The key under which the query is stored, when the address holds a key instead of the text (ruling 3). */
export function storedKeyOf(search: string): string | null {
  const text = new URLSearchParams(search).get('s') ?? '';
  return isStoredKey(text) ? text : null;
}

/** Reads the address. Unreadable parts count as absent. `stored` is the text of a stored key. */
export function readAddress(search: string, orgId: string, stored?: string): ExploreAddress {
  const params = new URLSearchParams(search);
  const { title, saved, read } = parseDocument(params.get('d'));
  const view = View.safeParse(decodeText(params.get('v')));
  const text = stored ?? params.get('s');
  const query = parseQuery(text, orgId);
  return {
    query: withEntity(query, params.get('entity')),
    view: view.success ? view.data : AUTOMATIC_VIEW,
    title,
    saved: saved || undefined,
    fullscreen: parseTab(params.get('t')).fullscreen,
    ...(read ? { read } : {}),
    ...(selectsMany(decodeText(text)) ? { selectsMany: true } : {}),
  };
}

/** A link may name only an entity (X§2): `?e=append&entity=Commit`. */
function withEntity(query: Query, entity: string | null): Query {
  if (!entity || query.select.length > 0) return query;
  return editQuery(query, { type: 'setSelection', select: [entity.slice(0, 200)] });
}

/** The four parameters of an address. `s` may be replaced by its stored key. */
export function addressParams(address: ExploreAddress): Record<string, string> {
  const { query, view, title, saved, fullscreen } = address;
  const shown: ExplorePlace = {
    query,
    view,
    fullscreen,
    ...(title ? { title } : {}),
    ...(saved ? { saved } : {}),
  };
  return exploreParams(shown);
}
