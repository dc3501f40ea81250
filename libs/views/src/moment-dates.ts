import type { Comparison, Query } from '@cairn/query';

/** The dates of a query as a condition on a moment. */
export function withinDates({ startDate, endDate, duration }: Query): Comparison {
  if (startDate !== undefined || endDate !== undefined)
    return { WITHIN: [startDate ?? null, endDate ?? null] };
  return duration === undefined ? { 'IS NOT EMPTY': [] } : { 'IN LAST': [duration] };
}
