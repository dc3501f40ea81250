import { DEFAULT_PAGE_SIZE } from '@cairn/query';
import type { ReactNode } from 'react';
import type { QuestionState } from '../question/use-question.ts';
import { Pager } from './pager.tsx';
import type { Pages } from './use-pages.ts';

interface TablePagerProps {
  readonly question: QuestionState;
  readonly pages: Pages;
  /** Where there is little room the size of a page cannot be chosen. */
  readonly isSmall?: boolean;
}

/** The way through a table of more rows than a page has; nothing where all are in sight. */
export function TablePager({ question, pages, isSmall = false }: TablePagerProps): ReactNode {
  const meta = question.drawn?.answer.meta;
  const total = Math.min(meta?.total ?? 0, meta?.limit ?? Number.POSITIVE_INFINITY);
  if (total <= Math.min(pages.pageSize, DEFAULT_PAGE_SIZE) || question.error) return null;
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
