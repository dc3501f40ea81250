import { STANDARD_VIEWS, type View } from '@cairn/contracts';
import { editQuery, type DateUnit, type Filter, type Query } from '@cairn/query';

/** A heat map of two parts of time (X§2). */
export interface Shortcut {
  readonly label: string;
  /** The part across, then the part down. */
  readonly units: readonly [DateUnit, DateUnit];
}

export const SHORTCUTS: readonly Shortcut[] = [
  { label: 'Day of week by week', units: ['week', 'dayOfWeek'] },
  { label: 'Hour by day of week', units: ['hourOfDay', 'dayOfWeek'] },
  { label: 'Minute by hour', units: ['hourOfDay', 'minuteOfHour'] },
];

/** The query and the view of a shortcut: what is selected, counted by two parts of its moment where it has one. */
export function shortcutOf(
  query: Query,
  { units }: Shortcut,
  timeAttribute: string,
): { query: Query; view: View; title: undefined } {
  const time = { target: query.select[0] ?? 'Event', attribute: timeAttribute };
  const isThere: Filter = { ...time, comparison: { 'NOT IN': [null] } };
  const has = query.filters.some((each) => JSON.stringify(each) === JSON.stringify(isThere));
  const counted = editQuery(query, { type: 'setAggregations', aggregations: [] });
  const grouped = editQuery(counted, {
    type: 'setGroupBys',
    groupBys: units.map((unit) => ({ ...time, unit })),
  });
  const filters = has ? query.filters : [...query.filters, isThere];
  return {
    query: { ...grouped, filters, formulas: [], having: [], order: [] },
    view: { value: STANDARD_VIEWS.heatMap, config: {} },
    title: undefined,
  };
}
