import type { ResultSet } from '@cairn/answer';
import { rowsQuery, type RowsAnswer } from '@cairn/client';
import type { View } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import {
  furtherRequestsOf,
  requestOf,
  resolveView,
  useViews,
  type FurtherAnswers,
  type RequestedPage,
  type ResolvedView,
} from '@cairn/views';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** An answer with its query and view. */
export interface DrawnAnswer extends Pick<RowsAnswer<unknown>, 'answer' | 'elapsed'>, ResolvedView {
  readonly query: Query;
  readonly further: FurtherAnswers;
}

export interface AnswerState extends ResolvedView {
  /** The shown answer; while a newer one is loading, the previous one. */
  readonly drawn: DrawnAnswer | undefined;
  readonly isStale: boolean;
  readonly error: Error | null;
  retry(): void;
}

/** Requests from svc-graph what a view needs of a query. A newer request cancels the previous one. */
export function useAnswer(query: Query, stored: View, page?: RequestedPage): AnswerState {
  const host = useHost();
  const views = useViews();
  const resolved = useMemo(() => resolveView(stored, query, views), [stored, query, views]);
  const request = requestOf(query, resolved, page, host);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...rowsQuery(host.org.id, request, { query, ...resolved }),
    enabled: query.groupBys.length <= resolved.view.maxGroups,
  });
  const further = useFurther(query, resolved, isPlaceholderData ? undefined : data?.answer);
  // Rows kept while newer ones load belong to the query that they were read for.
  const drawn = data && {
    answer: data.answer,
    elapsed: data.elapsed,
    ...(isPlaceholderData ? data.context : { query, ...resolved }),
    further,
  };
  return {
    ...resolved,
    drawn,
    isStale: isPlaceholderData,
    error: isPlaceholderData && error ? error : data ? null : error,
    retry: () => void refetch(),
  };
}

/** The further answers that a view draws beside its own. One that fails is left out. */
function useFurther(query: Query, resolved: ResolvedView, answer: ResultSet | undefined): FurtherAnswers {
  const host = useHost();
  const requests = furtherRequestsOf(query, resolved, host, answer);
  return useQueries({
    queries: requests.map(([name, request]) => rowsQuery(host.org.id, request, name)),
    combine: (results) =>
      Object.fromEntries(
        results.flatMap(({ data }, at) =>
          // An answer that is kept while another is loading may be that of another name.
          data && data.context === requests[at]?.[0] ? [[data.context, data.answer]] : [],
        ),
      ),
  });
}
