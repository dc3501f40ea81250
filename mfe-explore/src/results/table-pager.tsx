import { DEFAULT_PAGE_SIZE } from '@cairn/query';
import type { ReactNode } from 'react';
import type { AnswerState } from '../answer/use-answer.ts';
import { Pager } from './pager.tsx';
import type { Pages } from './use-pages.ts';

interface TablePagerProps {
  readonly state: AnswerState;
  readonly pages: Pages;
  /** Hides the choice of page size in small places. */
  readonly isSmall?: boolean;
}

/** The pager of an answer with more rows than a page; nothing for views without pages. */
export function TablePager({ state, pages, isSmall = false }: TablePagerProps): ReactNode {
  const meta = state.drawn?.answer.meta;
  const total = Math.min(meta?.total ?? 0, meta?.limit ?? Number.POSITIVE_INFINITY);
  const isWhole = total <= Math.min(pages.pageSize, DEFAULT_PAGE_SIZE);
  if (!state.view.pages || isWhole || state.error) return null;
  return (
    <Pager
      page={pages.page}
      pageSize={pages.pageSize}
      total={total}
      onPage={pages.setPage}
      onPageSize={isSmall ? undefined : pages.setPageSize}
    />
  );
}
