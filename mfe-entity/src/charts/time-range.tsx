import { Segmented } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import { useAddressed } from '../frame/addressed.ts';

const ALL = 'all';
const RANGES = [
  { value: 'P7D', label: '7 days' },
  { value: 'P30D', label: '30 days' },
  { value: 'P90D', label: '90 days' },
  { value: 'P1Y', label: '1 year' },
  { value: ALL, label: 'All time' },
];

/** The time range of a page, as a duration; null for all time. The address keeps another than the usual. */
export function useTimeRange(usual: string | null): [range: string | null, control: ReactNode] {
  const { read, write } = useAddressed();
  const named = read('range');
  const range = RANGES.some(({ value }) => value === named) ? named : (usual ?? ALL);
  const control = (
    <Segmented
      size="xs"
      aria-label="Time range"
      data={RANGES}
      value={range ?? ALL}
      onChange={(value) => write({ range: value === (usual ?? ALL) ? null : value })}
    />
  );
  return [range === ALL ? null : range, control];
}
