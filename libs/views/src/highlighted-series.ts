import type { Query } from '@cairn/query';
import { useState } from 'react';

/** Which series is highlighted, and the handlers that change it. */
export interface HighlightedSeries {
  /** The one that a person pinned. */
  readonly pinned: string | null;
  /** The one under the pointer, else the pinned one. */
  readonly key: string | null;
  readonly onPin: (key: string | null) => void;
  readonly onPoint: (key: string | null) => void;
}

/** Highlights the series that is pinned in a legend, until it is unpinned or the query changes (X§4). Tells each pin. */
export function useHighlightedSeries(
  query: Query,
  initial: string | null = null,
  tellPin?: (key: string | null) => void,
): HighlightedSeries {
  const current = textOf(query);
  const [state, setState] = useState({ query: current, pinned: initial, pointed: null as string | null });
  const { pinned, pointed } = state.query === current ? state : { pinned: null, pointed: null };
  return {
    pinned,
    key: pointed ?? pinned,
    onPin: (key) => {
      setState({ query: current, pinned: key, pointed: null });
      tellPin?.(key);
    },
    onPoint: (key) => setState({ query: current, pinned, pointed: key }),
  };
}

/** The query without what only pages through the same answer. */
function textOf(query: Query): string {
  const { page: _page, pageSize: _size, counts: _counts, ...rest } = query;
  return JSON.stringify(rest);
}
