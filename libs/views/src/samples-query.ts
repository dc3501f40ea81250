import type { Query } from '@cairn/query';
import type { FurtherQuery } from './view.ts';

const COUNTS = new Set(['count', 'countDistinct', 'sum']);

/**
 * The request of how many values each cell of a picture was computed from. A count is its own sample size, and a
 * formula has none.
 */
export function samplesQuery(
  query: Query,
  request: Query,
): Readonly<Partial<Record<'samples', FurtherQuery>>> {
  const [measure, ...others] = query.aggregations;
  const isWanted = measure && !COUNTS.has(measure.reducer) && query.groupBys.length > 0;
  if (!isWanted || others.length > 0 || query.formulas.length > 0 || query.having.length > 0) return {};
  const { compareWith: _compared, sort: _sort, ...rest } = request;
  const { title: _title, key: _key, ...counted } = measure;
  return {
    samples: {
      kind: 'groups',
      query: { ...rest, order: [], formulas: [], aggregations: [{ ...counted, reducer: 'count' }] },
    },
  };
}
