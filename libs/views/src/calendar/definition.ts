import type { Query } from '@cairn/query';
import { CalendarDays } from 'lucide-react';
import { z } from 'zod';
import { flag } from '../config-fields.ts';
import { OVERLAY_FIELDS, overlayQueries, TIMED_OVERLAY_SETTINGS } from '../overlays/overlays.ts';
import { THEME_FIELD, themeSetting } from '../theme-field.ts';
import { defineView } from '../view.ts';

/** A day as a tile, a week as a column. */
export const CalendarConfig = z.object({
  labels: flag(true),
  ...THEME_FIELD,
  legend: flag(true),
  ...OVERLAY_FIELDS,
});
export type CalendarConfig = z.infer<typeof CalendarConfig>;

export const calendar = defineView<CalendarConfig>({
  id: 'calendar',
  label: 'Calendar',
  icon: CalendarDays,
  config: CalendarConfig,
  settings: [
    themeSetting('shades'),
    { key: 'labels', label: 'Labels', kind: 'toggle' },
    { key: 'legend', label: 'Legend', kind: 'toggle' },
    ...TIMED_OVERLAY_SETTINGS,
  ],
  fits: ({ measures }) =>
    measures > 1 ? { ok: false, isOver: true, reason: 'Exactly 1 measure required' } : { ok: true, rank: 5 },
  answers: () => 'series',
  request: (query): Query => {
    const { page: _page, pageSize: _size, limit: _limit, ...rest } = query;
    const aggregations = query.aggregations.slice(0, 1);
    return { ...rest, groupBys: [], aggregations, order: [], timeUnit: 'days' };
  },
  further: overlayQueries,
  load: async () => (await import('./calendar-view.tsx')).CalendarView,
});
