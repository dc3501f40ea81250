/** The errors of any route that reads the graph: the query takes too much, or has to wait. */
export const READ_ERRORS = [
  'query_timeout',
  'query_memory',
  'query_temp',
  'rate_limited',
  'cancelled',
] as const;

/** The errors of any route that takes a query. */
export const QUERY_ERRORS = ['unknown_attribute', 'invalid_query', ...READ_ERRORS] as const;
