import type { View } from '@cairn/contracts';
import { asRead, GRAPH_DATA, useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { resolveView, type ViewEntry } from '@cairn/views';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { askGraph, type Answered } from '../graph/ask-graph.ts';

/** What is drawn: an answer with the question and the view it belongs to. */
export interface Drawn extends Answered {
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

const FRESH_MS = 30_000;

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
    const own = { ...asRead(query, { timezone }), orgId: org.id };
    return tellingCounts(entry.definition.ask(own, config));
  }, [query, org, timezone, entry, config]);
  const kind = entry.definition.answers(query);
  const fits = entry.definition.id === 'unifiedTable' || query.groupBys.length <= 8;
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: ['explore', 'answer', org.id, kind, asked],
    meta: GRAPH_DATA,
    queryFn: async ({ signal }): Promise<Drawn> => {
      const answered = await askGraph({ orgId: org.id, kind, query: asked }, signal);
      return { ...answered, query, entry, config };
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
    enabled: enabled && fits,
  });
  const drawn = data && !isPlaceholderData ? { ...data, query, entry, config } : data;
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
