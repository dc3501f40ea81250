import type { View } from '@cairn/contracts';
import { GRAPH_DATA, useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { requestOf, resolveView, useViews, type RequestedPage, type ResolvedView } from '@cairn/views';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { askGraph, type TimedAnswer } from '../graph/ask-graph.ts';

/** An answer with the query and the view that it is drawn for. */
export interface DrawnAnswer extends TimedAnswer, ResolvedView {
  readonly query: Query;
}

export interface AnswerState extends ResolvedView {
  /** The answer that is shown; while a newer one is on its way, the one before it. */
  readonly drawn: DrawnAnswer | undefined;
  readonly isStale: boolean;
  readonly error: Error | null;
  retry(): void;
}

const FRESH_MS = 30_000;

/** Asks svc-graph what a view needs of a query. A newer request cancels the one before it. */
export function useAnswer(query: Query, stored: View, page?: RequestedPage): AnswerState {
  const host = useHost();
  const views = useViews();
  const resolved = useMemo(() => resolveView(stored, query, views), [stored, query, views]);
  const orgId = host.org.id;
  const request = requestOf(query, resolved, page, host);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['explore', 'answer', orgId, request],
    meta: GRAPH_DATA,
    queryFn: async ({ signal }): Promise<DrawnAnswer> => ({
      ...(await askGraph(orgId, request, signal)),
      ...resolved,
      query,
    }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
    enabled: query.groupBys.length <= resolved.view.maxGroups,
  });
  return {
    ...resolved,
    drawn: data && !isPlaceholderData ? { ...data, ...resolved, query } : data,
    isStale: isPlaceholderData,
    error: isPlaceholderData && error ? error : data ? null : error,
    retry: () => void refetch(),
  };
}
