import type { View } from '@cairn/contracts';
import { rowsQuery, type RowsAnswer } from '@cairn/client';
import { useHost, withTimezone } from '@cairn/host';
import type { Query } from '@cairn/query';
import { resolveView, type ViewEntry } from '@cairn/views';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** What is drawn: an answer with the question and the view it belongs to. */
export interface Drawn extends Pick<RowsAnswer<unknown>, 'answer' | 'elapsed'> {
  readonly query: Query;
  readonly entry: ViewEntry;
  readonly config: Record<string, unknown>;
}

export interface QuestionState {
  readonly entry: ViewEntry;
  readonly config: Record<string, unknown>;
  /** The answer that is shown; while a newer one is awaited, the one before it. */
  readonly drawn: Drawn | undefined;
  readonly isStale: boolean;
  readonly isAsking: boolean;
  readonly error: Error | null;
  retry(): void;
}

const COUNTS = new Set(['count', 'countDistinct']);

/** An average says little without how many it is of; a count says that itself. */
function tellingCounts(query: Query): Query {
  const isTold = query.aggregations.some(({ reducer }) => !COUNTS.has(reducer));
  return isTold ? { ...query, counts: true } : query;
}

/** Asks what a view needs of a query; a newer question cancels the one before it. */
export function useQuestion(query: Query, view: View, enabled = true): QuestionState {
  const { org, timezone } = useHost();
  const { entry, config } = useMemo(() => resolveView(view, query), [view, query]);
  const asked = useMemo(() => {
    const { orgId: _, ...body } = tellingCounts(
      entry.definition.ask(withTimezone(query, { timezone }), config),
    );
    return body;
  }, [query, timezone, entry, config]);
  const kind = entry.definition.answers(query);
  const fits = entry.definition.id === 'unifiedTable' || query.groupBys.length <= 8;
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...rowsQuery(org.id, { kind, query: asked }, { query, entry, config }),
    enabled: enabled && fits,
  });
  // Rows that stay while newer ones are awaited belong to the query that they were read for.
  const drawn = data && {
    answer: data.answer,
    elapsed: data.elapsed,
    ...(isPlaceholderData ? data.context : { query, entry, config }),
  };
  return {
    entry,
    config,
    drawn: enabled ? drawn : undefined,
    isStale: isPlaceholderData,
    isAsking: isFetching,
    error: isPlaceholderData && error ? error : data ? null : error,
    retry: () => void refetch(),
  };
}
