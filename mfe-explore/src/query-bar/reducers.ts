import type { Measure } from '@cairn/query';

export type ReducerName = Measure['reducer'];

const REDUCERS: Record<ReducerName, string> = {
  count: 'Count of values',
  countDistinct: 'Count of distinct values',
  sum: 'Total',
  avg: 'Average',
  p25: '25th percentile',
  median: 'Median',
  p75: '75th percentile',
  p90: '90th percentile',
  p95: '95th percentile',
  min: 'Smallest',
  max: 'Largest',
  first: 'First',
  last: 'Last',
};

/** Whether a text is the name of a reducer. */
export function isReducerName(text: string | null): text is ReducerName {
  return text !== null && text in REDUCERS;
}

/** The reducers as options, in reading order. */
export function reducerOptions(reducers: readonly string[]): { value: ReducerName; label: string }[] {
  const offered = (Object.keys(REDUCERS) as ReducerName[]).filter((name) => reducers.includes(name));
  return offered.map((value) => ({ value, label: REDUCERS[value] }));
}
