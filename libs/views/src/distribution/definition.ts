import { groupKey, type Measure, type Query } from '@cairn/query';
import { ChartColumnStacked } from 'lucide-react';
import { z } from 'zod';
import { choice, clamped, flag, options } from '../config-fields.ts';
import { chartRequest } from '../order.ts';
import { THEME_FIELD, themeSetting } from '../theme-field.ts';
import { defineView, type QueryShape } from '../view.ts';

/** How the values of a number are spread: bars of equal bins, or a box for each group. */
export const DistributionConfig = z.object({
  display: choice(['auto', 'histogram', 'boxes']),
  bins: clamped(2, 200, 40),
  scale: choice(['linear', 'log']),
  whiskers: choice(['all', 'p95']),
  sortBy: choice(['natural', 'median', 'name']),
  showGrid: flag(true),
  ...THEME_FIELD,
  values: flag(true),
});
export type DistributionConfig = z.infer<typeof DistributionConfig>;

/** Whether each group has a box; without a group there is nothing to hold against each other. */
export const hasBoxes = ({ display }: DistributionConfig, { groups }: Pick<QueryShape, 'groups'>): boolean =>
  groups > 0 && display !== 'histogram';

const GROUPS = 1_000;
/** The reducers of a box, in the order of their columns. */
export const BOX = ['count', 'min', 'p25', 'median', 'p75', 'p95', 'max'] as const;

function boxesOf(query: Query, { target, attribute, filters }: Measure): Query {
  const aggregations = BOX.map((reducer) => ({
    target,
    attribute,
    reducer,
    ...(filters ? { filters } : {}),
  }));
  return chartRequest({ ...query, aggregations, groupBys: query.groupBys.slice(0, 1) }, GROUPS);
}

function histogramOf(query: Query, { target, attribute, filters = [] }: Measure, bins: number): Query {
  const bin = { target, attribute, bins: { count: bins } };
  const isThere = { target, attribute, comparison: { 'NOT IN': [null] } };
  return {
    ...query,
    groupBys: [bin],
    aggregations: [{ target, attribute: 'uuid', reducer: 'count' }],
    filters: [...query.filters, ...filters, isThere],
    order: [{ by: groupKey(bin), direction: 'ascending' }],
    limit: GROUPS,
  };
}

export const distribution = defineView<DistributionConfig>({
  id: 'distribution',
  label: 'Distribution',
  icon: ChartColumnStacked,
  config: DistributionConfig,
  settings: [
    {
      key: 'display',
      label: 'Display',
      kind: 'choice',
      options: options(['auto', 'A box for each group'], ['histogram', 'Histogram of all']),
      applies: (_, { groups }) => groups > 0,
    },
    {
      key: 'bins',
      label: 'Bars, at most',
      kind: 'number',
      min: 2,
      max: 200,
      applies: (config, shape) => !hasBoxes(config, shape),
    },
    {
      key: 'scale',
      label: 'Scale',
      kind: 'choice',
      options: options(['linear', 'Linear'], ['log', 'Logarithmic']),
      applies: hasBoxes,
    },
    {
      key: 'whiskers',
      label: 'Lines reach to',
      kind: 'choice',
      options: options(['all', 'The largest value'], ['p95', 'The 95th percentile']),
      applies: hasBoxes,
    },
    {
      key: 'sortBy',
      label: 'Order',
      kind: 'choice',
      options: options(['natural', 'Automatic'], ['median', 'By median'], ['name', 'By name']),
      applies: hasBoxes,
    },
    { key: 'values', label: 'Values', kind: 'toggle' },
    { key: 'showGrid', label: 'Grid lines', kind: 'toggle' },
    themeSetting('series'),
  ],
  fits: ({ measured, measures, groups }) => {
    if (measures > 1) return { ok: false, isOver: true, reason: 'Exactly 1 measure required' };
    if (groups > 1) return { ok: false, isOver: true, reason: 'Maximum 1 groups exceeded.' };
    const reason = 'A measure of a number of what is selected is required, such as a cycle time';
    return measured === undefined ? { ok: false, isOver: false, reason } : { ok: true, rank: 6 };
  },
  answers: () => 'groups',
  request: (asked, config): Query => {
    const { page: _page, pageSize: _size, compareWith: _compared, ...rest } = asked;
    const query = { ...rest, formulas: [], having: [] };
    const [measure] = query.aggregations;
    if (!measure) return { ...query, limit: 1 };
    return hasBoxes(config, { groups: query.groupBys.length })
      ? boxesOf(query, measure)
      : histogramOf(query, measure, config.bins);
  },
  load: async () => (await import('./distribution-view.tsx')).DistributionView,
});
