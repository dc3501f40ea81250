import type { View } from '@cairn/contracts';
import type { Query } from '@cairn/query';

const CYCLES = new Set(['dayOfWeek', 'hourOfDay']);

/** The view that shows an answer best; it always fits the shape of the query (ruling 1). */
export function suggestView({ groupBys, aggregations }: Query, trend: boolean): View {
  const units = groupBys.flatMap(({ unit }) => (unit ? [unit] : []));
  if (aggregations.length > 1) return { value: 'unifiedTable', config: {} };
  if (trend && units.length === 0 && groupBys.length < 2) return { value: 'overTime', config: {} };
  if (groupBys.length === 0)
    return { value: aggregations.length === 0 ? 'unifiedTable' : 'metric', config: {} };
  if (groupBys.length === 1) return { value: 'barChart', config: units.length > 0 ? { vertical: true } : {} };
  if (groupBys.length > 2) return { value: 'unifiedTable', config: {} };
  const isCourse = units.length === 1 && units.some((unit) => !CYCLES.has(unit));
  return isCourse
    ? { value: 'barChart', config: { vertical: true, bars: 'stack' } }
    : { value: 'heatMap', config: {} };
}
