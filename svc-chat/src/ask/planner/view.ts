import { STANDARD_VIEWS, type View } from '@cairn/contracts';
import type { Query } from '@cairn/query';

const CYCLES = new Set(['dayOfWeek', 'hourOfDay', 'minuteOfHour']);

/** The view that shows an answer best; it always fits the shape of the query (ruling 1). */
export function suggestView({ groupBys, aggregations }: Query, trend: boolean): View {
  const units = groupBys.flatMap(({ unit }) => (unit ? [unit] : []));
  if (aggregations.length > 1) return { value: STANDARD_VIEWS.table, config: {} };
  if (trend && units.length === 0 && groupBys.length < 2) return { value: STANDARD_VIEWS.time, config: {} };
  if (groupBys.length === 0)
    return { value: aggregations.length === 0 ? STANDARD_VIEWS.table : STANDARD_VIEWS.metric, config: {} };
  if (groupBys.length === 1)
    return { value: STANDARD_VIEWS.bar, config: units.length > 0 ? { vertical: true } : {} };
  if (groupBys.length > 2) return { value: STANDARD_VIEWS.table, config: {} };
  const [measure] = aggregations;
  const addsUp = measure === undefined || measure.reducer === 'count' || measure.reducer === 'sum';
  const isCourse = units.length === 1 && units.some((unit) => !CYCLES.has(unit));
  return isCourse
    ? {
        value: STANDARD_VIEWS.bar,
        config: addsUp ? { vertical: true, bars: 'stack' } : { displayType: 'lines' },
      }
    : { value: STANDARD_VIEWS.heatMap, config: {} };
}
