import { STANDARD_VIEWS, type Column } from '@cairn/contracts';
import type { Query, TimeUnit } from '@cairn/query';
import { Hash } from 'lucide-react';
import { z } from 'zod';
import { FORMAT_FIELDS, FORMAT_SETTING } from '../number-format.ts';
import { CHANGE_FIELDS, CHANGE_SETTINGS, changeKey } from '../change.ts';
import { choice, flag, options } from '../config-fields.ts';
import { chartRequest } from '../order.ts';
import { THEME_FIELD, themeSetting } from '../theme-field.ts';
import { MEASURED_UNIT_SETTING, SHOWN_UNITS } from '../shown-unit.ts';
import { daysOf } from '../query-days.ts';
import { defineView, type FurtherQuery, type SettingOption } from '../view.ts';
import styles from './metric.module.css';

/** One figure, or one per value of a group (X§3). */
export const MetricConfig = z.object({
  size: choice(['large', 'medium', 'small']),
  sort: choice(['descending', 'ascending']),
  sparkline: flag(true),
  /** The key of the column whose figure is large; null for that of the measure. */
  column: z.string().max(600).nullable().catch(null).default(null),
  timeUnit: choice(SHOWN_UNITS),
  ...THEME_FIELD,
  ...CHANGE_FIELDS,
  ...FORMAT_FIELDS,
});
export type MetricConfig = z.infer<typeof MetricConfig>;

/** The figures of a compared measure: its own, the earlier one, and the change. */
function figureOptions(columns: readonly Column[]): SettingOption[] {
  const figures = columns.filter(({ role }) => role === 'measure' || role === 'formula');
  const changes = figures.filter(({ period }) => period !== 'comparison');
  return [
    ...figures.map(({ key, label }) => ({ value: key, label })),
    ...changes.map(({ key }) => ({ value: changeKey(key), label: 'Change' })),
  ];
}

/** More groups than are drawn, so that ranking comes before the cut. */
const GROUPS = 1_000;
/** The most tiles of figures, each with its line. */
export const MOST_TILES = 24;

/** Series tell a measure over time, but no formula, and name no groups of another period. */
const hasTrend = ({ formulas, groupBys, having }: Query) =>
  formulas.length === 0 && having.length === 0 && groupBys.every(({ unit, bins }) => !unit && !bins);

/** The same figures over time. */
function trendOf(query: Query): FurtherQuery {
  const { page: _page, pageSize: _size, limit: _limit, compareWith: _compared, ...rest } = query;
  return { kind: 'series', query: { ...rest, order: [], limit: MOST_TILES, timeUnit: unitOfTrend(query) } };
}

/** About how many days a filter on a moment keeps, such as of what was deployed lately; null without one. */
function daysOfFilters({ filters }: Query): number | null {
  const kept = filters.flatMap((each) =>
    'comparison' in each && 'IN LAST' in each.comparison ? each.comparison['IN LAST'] : [],
  );
  const days = kept.flatMap((duration) => daysOf({ duration }) ?? []);
  return days.length === 0 ? null : Math.min(...days);
}

/** The unit in which a small line is calm: about 10 to 60 periods. */
function unitOfTrend(query: Query): TimeUnit {
  const days = daysOf(query) ?? daysOfFilters(query);
  if (days === null || days <= 3) return 'auto';
  return days > 420 ? 'months' : days > 31 ? 'weeks' : 'days';
}

export const metric = defineView<MetricConfig>({
  id: STANDARD_VIEWS.metric,
  label: 'Metric',
  icon: Hash,
  config: MetricConfig,
  frameClass: styles.frame,
  settings: [
    {
      key: 'size',
      label: 'Size',
      kind: 'choice',
      options: options(['large', 'Large'], ['medium', 'Medium'], ['small', 'Small']),
    },
    {
      key: 'sort',
      label: 'Order',
      kind: 'choice',
      options: options(['descending', 'Automatic'], ['ascending', 'Smallest first']),
      applies: (_, { groups }) => groups > 0,
    },
    {
      key: 'column',
      label: 'Figure',
      kind: 'choice',
      options: [],
      optionsOf: figureOptions,
      chosen: ({ column }, columns) => {
        const figures = figureOptions(columns);
        return figures.some(({ value }) => value === column) ? column : figures[0]?.value;
      },
      applies: (_, { isCompared }) => isCompared === true,
    },
    { key: 'sparkline', label: 'Line over time', kind: 'toggle' },
    themeSetting('series'),
    FORMAT_SETTING,
    MEASURED_UNIT_SETTING,
    ...CHANGE_SETTINGS,
  ],
  fits: ({ groups, measures }) => {
    if (groups > 1) return { ok: false, isOver: true, reason: 'Maximum 1 groups exceeded.' };
    if (measures !== 1) return { ok: false, isOver: measures > 1, reason: 'Exactly 1 measure required' };
    return { ok: true, rank: groups === 0 ? 80 : 20 };
  },
  answers: () => 'groups',
  request: (query) => (query.groupBys.length === 0 ? chartRequest(query, 1) : chartRequest(query, GROUPS)),
  further: (query, { sparkline }) => (sparkline && hasTrend(query) ? { trend: trendOf(query) } : {}),
  load: async () => (await import('./metric-view.tsx')).MetricView,
});
