import { z } from 'zod';
import type { Query } from '@cairn/query';
import { choice, flag, options } from '../config-fields.ts';
import type { ViewDefinition } from '../view.ts';

/** How a time series is drawn (X§3). */
export const TimeConfig = z.object({
  unit: choice(['auto', 'minutes', 'hours', 'days', 'weeks', 'months']),
  displayType: choice(['bars', 'line']),
  labels: flag(true),
});
export type TimeConfig = z.infer<typeof TimeConfig>;

export const timeSeries: ViewDefinition<TimeConfig> = {
  id: 'overTime',
  label: 'Time',
  icon: 'chart-no-axes-combined',
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
  ],
  fits: () => ({ ok: true, rank: 40 }),
  answers: () => 'series',
  ask: (query, { unit }): Query => {
    const { page: _page, pageSize: _size, limit: _limit, ...rest } = query;
    const groupBys = query.groupBys.filter((group) => !group.unit).slice(0, 1);
    return { ...rest, groupBys, aggregations: query.aggregations.slice(0, 1), order: [], timeUnit: unit };
  },
};
