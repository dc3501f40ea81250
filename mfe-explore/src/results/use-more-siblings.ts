import { rowsQuery } from '@cairn/client';
import type { ResultSet } from '@cairn/answer';
import { useHost, type MoreSiblings } from '@cairn/host';
import type { Query } from '@cairn/query';
import { requestOf } from '@cairn/views';
import { useQueryClient } from '@tanstack/react-query';
import type { AnswerState } from '../answer/use-answer.ts';
import type { Pages } from './use-pages.ts';

/** The uuids of the rows of an answer, in their order. */
function uuidsOf(answer: ResultSet): string[] {
  const id = answer.columns.find(({ role }) => role === 'id');
  return id ? Array.from({ length: answer.numRows }, (_, row) => String(answer.get(id.key, row))) : [];
}

/** Reads the page after or before the shown one, and shows it; the drawer moves along it. */
export function useMoreSiblings(query: Query, state: AnswerState, pages: Pages): () => MoreSiblings {
  const host = useHost();
  const cache = useQueryClient();
  return () => {
    let page = pages.page;
    const total = state.drawn?.answer.meta.total ?? 0;
    return async (step) => {
      const wanted = page + step;
      if (!state.view.pages || wanted < 1 || (wanted - 1) * pages.pageSize >= total) return [];
      const resolved = { view: state.view, config: state.config };
      const request = requestOf(query, resolved, { page: wanted, pageSize: pages.pageSize }, host);
      const { answer } = await cache.fetchQuery(rowsQuery(host.org.id, request, { query, ...resolved }));
      page = wanted;
      pages.setPage(wanted);
      return uuidsOf(answer);
    };
  };
}
