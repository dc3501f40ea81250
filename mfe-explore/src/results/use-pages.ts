import { DEFAULT_PAGE_SIZE, type Query } from '@cairn/query';
import { useState } from 'react';

export interface Pages {
  readonly query: Query;
  readonly page: number;
  readonly pageSize: number;
  setPage(page: number): void;
  setPageSize(size: number): void;
}

/** The page of the answer; it starts again at 1 when the question changes (X§7). */
export function usePages(query: Query): Pages {
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(query.pageSize ?? DEFAULT_PAGE_SIZE);
  // Whoever draws a question may make it anew each time.
  const asked = JSON.stringify(query);
  const [source, setSource] = useState(asked);
  if (source !== asked) {
    setSource(asked);
    setPage(1);
  }
  return {
    query: { ...query, page, pageSize },
    page,
    pageSize,
    setPage,
    setPageSize: (size) => {
      setPageSize(size);
      setPage(1);
    },
  };
}
