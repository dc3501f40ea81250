import type { Measure } from '@cairn/query';

const REDUCERS: Record<Measure['reducer'], string> = {
  count: 'Count of values',
  countDistinct: 'Count of distinct values',
  sum: 'Total',
  avg: 'Average',
  median: 'Median',
  p75: '75th percentile',
  p90: '90th percentile',
  p95: '95th percentile',
  min: 'Smallest',
  max: 'Largest',
  first: 'First',
  last: 'Last',
};
export type Reducer = Measure['reducer'];

/** The reducers that are offered of these, in the order of the list. */
export function reducerOptions(reducers: readonly string[]): { value: Reducer; label: string }[] {
  const offered = (Object.keys(REDUCERS) as Reducer[]).filter((name) => reducers.includes(name));
  return offered.map((value) => ({ value, label: REDUCERS[value] }));
}
