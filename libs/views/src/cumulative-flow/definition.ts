import type { Query } from '@cairn/query';
import { ChartNoAxesGantt } from 'lucide-react';
import { z } from 'zod';
import { choice, flag, options } from '../config-fields.ts';
import { OVERLAY_FIELDS, overlayQueries, TIMED_OVERLAY_SETTINGS } from '../overlays/overlays.ts';
import { daysOf } from '../query-days.ts';
import { THEME_FIELD, themeSetting } from '../theme-field.ts';
import { defineView } from '../view.ts';
import { onStays } from './stays.ts';

/** How many issues stood in each category of status, over time. */
export const FlowConfig = z.object({
  unit: choice(['auto', 'day', 'week', 'month']),
  done: flag(true),
  legend: flag(true),
  showGrid: flag(true),
  ...THEME_FIELD,
  showValueAxis: flag(true),
  ...OVERLAY_FIELDS,
});
export type FlowConfig = z.infer<typeof FlowConfig>;

/** The most pairs of a day of entering and a day of leaving. */
const PAIRS = 200_000;
const KINDS = new Set(['Issue', 'TimeInStatus']);

/** The unit of the periods: days up to about a quarter, weeks up to two years. */
export function flowUnit(
  { unit }: FlowConfig,
  query: Pick<Query, 'startDate' | 'endDate' | 'duration'>,
): 'day' | 'week' | 'month' {
  if (unit !== 'auto') return unit;
  const days = daysOf(query) ?? Number.POSITIVE_INFINITY;
  if (days <= 100) return 'day';
  return days <= 800 ? 'week' : 'month';
}

export const cumulativeFlow = defineView<FlowConfig>({
  id: 'cumulativeFlow',
  label: 'Flow',
  icon: ChartNoAxesGantt,
  config: FlowConfig,
  settings: [
    {
      key: 'unit',
      label: 'Time unit',
      kind: 'choice',
      options: options(['auto', 'Automatic'], ['day', 'Days'], ['week', 'Weeks'], ['month', 'Months']),
    },
    { key: 'done', label: 'Done', kind: 'toggle' },
    { key: 'showGrid', label: 'Grid lines', kind: 'toggle' },
    themeSetting('series'),
    { key: 'showValueAxis', label: 'Value axis', kind: 'toggle' },
    { key: 'legend', label: 'Legend', kind: 'toggle' },
    ...TIMED_OVERLAY_SETTINGS,
  ],
  fits: ({ selects, isCount, hasSearch }) => {
    const no = (reason: string) => ({ ok: false, isOver: false, reason }) as const;
    if (!KINDS.has(selects ?? '')) return no('Only issues have categories of status to flow through');
    if (!isCount) return no('Issues are counted, so no other measure can be drawn');
    if (hasSearch) return no('A search in the texts of issues cannot be followed through their statuses');
    return { ok: true, rank: 3 };
  },
  answers: () => 'groups',
  request: (query, config): Query => {
    const { page: _page, pageSize: _size, compareWith: _compared, ...rest } = query;
    const { startDate: _start, endDate: _end, duration: _duration, ...undated } = rest;
    const unit = flowUnit(config, query);
    const stay = (attribute: string) => ({ target: 'TimeInStatus', attribute });
    return {
      ...undated,
      select: ['TimeInStatus'],
      filters: onStays(query),
      groupBys: [stay('category'), { ...stay('enteredAt'), unit }, { ...stay('leftAt'), unit }],
      aggregations: [{ ...stay('uuid'), reducer: 'count' }],
      formulas: [],
      having: [],
      order: [],
      limit: PAIRS,
    };
  },
  further: overlayQueries,
  load: async () => (await import('./cumulative-flow-view.tsx')).CumulativeFlowView,
});
