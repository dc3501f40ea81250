import { DEFAULT_PAGE_SIZE, type Query } from '@cairn/query';
import type { RequestedPage } from '@cairn/views';
import { useState } from 'react';

export interface Pages extends RequestedPage {
  setPage(page: number): void;
  setPageSize(size: number): void;
  /** The size for the room that there is; the first row of the page stays on it. */
  fitPageSize(this: void, size: number): void;
}

/** The page of the answer; it returns to 1 when the query changes (X§7). */
export function usePages(query: Query): Pages {
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(query.pageSize ?? DEFAULT_PAGE_SIZE);
  // An equal query may be a new object on every render.
  const text = JSON.stringify(query);
  const [source, setSource] = useState(text);
  if (source !== text) {
    setSource(text);
    setPage(1);
  }
  return {
    page,
    pageSize,
    setPage,
    setPageSize: (size) => {
      setPageSize(size);
      setPage(1);
    },
    fitPageSize: (size) => {
      if (size === pageSize) return;
      setPage(Math.floor(((page - 1) * pageSize) / size) + 1);
      setPageSize(size);
    },
  };
}
