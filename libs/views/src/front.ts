import type { Query } from '@cairn/query';
import { useState } from 'react';

/** Which series stands in front of the others, and how another one does. */
export interface Front {
  /** The one that is kept there. */
  readonly pinned: string | null;
  /** The one that is pointed at, else the one that is kept there. */
  readonly inFront: string | null;
  readonly onPin: (key: string | null) => void;
  readonly onPoint: (key: string | null) => void;
}

/** Keeps the series in front that was pinned in a legend, until it is let go or something else is asked (X§4). */
export function useFront(query: Query, initial: string | null = null): Front {
  const asked = questionOf(query);
  const [state, setState] = useState({ asked, pinned: initial, pointed: null as string | null });
  const { pinned, pointed } = state.asked === asked ? state : { pinned: null, pointed: null };
  return {
    pinned,
    inFront: pointed ?? pinned,
    onPin: (key) => setState({ asked, pinned: key, pointed: null }),
    onPoint: (key) => setState({ asked, pinned, pointed: key }),
  };
}

/** What is asked, whatever part of the answer is shown. */
function questionOf(query: Query): string {
  const { page: _page, pageSize: _size, counts: _counts, ...asked } = query;
  return JSON.stringify(asked);
}
