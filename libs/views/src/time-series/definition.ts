import { STANDARD_VIEWS } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { ChartNoAxesCombined } from 'lucide-react';
import { z } from 'zod';
import { groupTotals } from '../bar/group-totals.ts';
import { choice, flag, options } from '../config-fields.ts';
import { OVERLAY_FIELDS, overlayQueries, TIMED_OVERLAY_SETTINGS } from '../overlays/overlays.ts';
import { THEME_FIELD, themeSetting } from '../theme-field.ts';
import { defineView } from '../view.ts';

/** How a time series is drawn (X§3). */
export const TimeConfig = z.object({
  unit: choice(['auto', 'minutes', 'hours', 'days', 'weeks', 'months']),
  displayType: choice(['bars', 'line']),
  labels: flag(true),
  ...THEME_FIELD,
  ...OVERLAY_FIELDS,
});
export type TimeConfig = z.infer<typeof TimeConfig>;

const UNIT_OF_GROUP: Readonly<Record<string, Query['timeUnit']>> = {
  hour: 'hours',
  day: 'days',
  week: 'weeks',
  month: 'months',
};

/** The unit that the view was given, else that of the query or of its groups by date. */
function unitOf({ timeUnit, groupBys }: Query, unit: TimeConfig['unit']): Query['timeUnit'] {
  if (unit !== 'auto') return unit;
  return timeUnit ?? groupBys.map((group) => UNIT_OF_GROUP[group.unit ?? '']).find(Boolean) ?? 'auto';
}

/** The question as it is asked over time: of the first measure, by the first group that is no period. */
function askedOverTime(query: Query, { unit }: Pick<TimeConfig, 'unit'>): Query {
  const { page: _page, pageSize: _size, limit: _limit, ...rest } = query;
  const groupBys = query.groupBys.filter((group) => !group.unit).slice(0, 1);
  const aggregations = query.aggregations.slice(0, 1);
  return { ...rest, groupBys, aggregations, order: [], timeUnit: unitOf(query, unit) };
}

export const timeSeries = defineView<TimeConfig>({
  id: STANDARD_VIEWS.time,
  label: 'Time',
  icon: ChartNoAxesCombined,
  config: TimeConfig,
  settings: [
    {
      key: 'unit',
      label: 'Automatic time unit',
      kind: 'toggle',
      values: { on: 'auto', off: (meta) => meta?.timeUnit ?? 'days' },
    },
    {
      key: 'unit',
      label: 'Time unit',
      kind: 'choice',
      applies: ({ unit }) => unit !== 'auto',
      options: options(
        ['minutes', 'Minutes'],
        ['hours', 'Hours'],
        ['days', 'Days'],
        ['weeks', 'Weeks'],
        ['months', 'Months'],
      ),
    },
    {
      key: 'displayType',
      label: 'Display',
      kind: 'choice',
      options: options(['bars', 'Bars'], ['line', 'Line']),
    },
    { key: 'labels', label: 'Axis labels', kind: 'toggle' },
    themeSetting('series'),
    ...TIMED_OVERLAY_SETTINGS,
  ],
  fits: () => ({ ok: true, rank: 40 }),
  rowsBeneath: 'always',
  setsDates: true,
  // Other dates may need another unit (X§4).
  configForNewDates: ({ unit: _unit, ...kept }) => kept,
  answers: () => 'series',
  request: askedOverTime,
  further: (query, config, answer) => ({
    ...groupTotals(askedOverTime(query, config), answer, true),
    ...overlayQueries(query, config),
  }),
  load: async () => (await import('./time-view.tsx')).TimeView,
});
