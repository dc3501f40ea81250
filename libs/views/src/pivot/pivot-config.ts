import type { Column } from '@cairn/contracts';
import { groupKey, type GroupBy } from '@cairn/query';
import { z } from 'zod';
import { CHANGE_FIELDS, CHANGE_SETTINGS } from '../change.ts';
import { choice, flag, options } from '../config-fields.ts';
import { FORMAT_FIELDS, FORMAT_SETTING } from '../number-format.ts';
import { SHOWN_UNIT_SETTING, SHOWN_UNITS } from '../shown-unit.ts';
import type { Fit, QueryShape, ViewSetting } from '../view.ts';
import { ACROSS_FIELDS, optionalText } from './across.ts';
import { ROLLUP_STATS } from './pivot-cells.ts';

const MOST_SHOWN = 60;

/** Tables of rows within rows (X§3). */
export const PivotConfig = z.object({
  ...ACROSS_FIELDS,
  /** Each measure has columns, else rows. */
  measuresAsColumns: flag(true),
  /** The order of the columns. */
  sortColumns: choice(['natural', 'value', 'name']),
  /** The keys of the measures that are shown; none for all. */
  columns: z
    .array(z.string().max(600))
    .max(MOST_SHOWN)
    .catch(() => [])
    .default(() => []),
  invertNesting: flag(false),
  totals: flag(true),
  opened: choice(['auto', 'all', 'none']),
  ...CHANGE_FIELDS,
  ...FORMAT_FIELDS,
  timeUnit: choice(SHOWN_UNITS),
  showRollups: flag(false),
  rollupMeasureKey: optionalText,
  selectedRollupStats: z
    .array(z.enum(ROLLUP_STATS))
    .max(ROLLUP_STATS.length)
    .catch(() => [...ROLLUP_STATS])
    .default(() => [...ROLLUP_STATS]),
  enableSorting: flag(true),
  sortBy: optionalText,
  sortDirection: choice(['ascending', 'descending']),
});
export type PivotConfig = z.infer<typeof PivotConfig>;

/** The index of the group that goes across: the named one, else the one at the index, else the first. */
export function pivotIndex(
  { pivotBy, pivotGroupIndex }: Pick<PivotConfig, 'pivotBy' | 'pivotGroupIndex'>,
  groups: readonly GroupBy[],
): number {
  const named = groups.findIndex((group) => groupKey(group) === pivotBy);
  if (named !== -1) return named;
  return pivotGroupIndex < groups.length ? pivotGroupIndex : 0;
}

/** Rows within rows need a group (ruling 1), in the words of X§5. */
export function needsGroup({ groups }: QueryShape): Fit {
  const reason = 'This view requires at least one group by field to be selected';
  return groups > 0 ? { ok: true, rank: 45 } : { ok: false, isOver: false, reason };
}

const groupOptions = (columns: readonly Column[]) =>
  columns.filter(({ role }) => role === 'group').map(({ key, label }) => ({ value: key, label }));

const measureOptions = (columns: readonly Column[]) =>
  columns
    .filter(({ role, period }) => (role === 'measure' || role === 'formula') && period !== 'comparison')
    .map(({ key, label }) => ({ value: key, label }));

/** The settings of a pivot or a nested table. */
export function pivotSettings(
  layout: 'pivot' | 'nested',
): readonly ViewSetting<PivotConfig, keyof PivotConfig>[] {
  const [isPivot, hasLevels] = [layout === 'pivot', layout === 'pivot' ? 3 : 2];
  return [
    {
      key: 'pivotBy',
      label: 'Columns',
      kind: 'choice',
      options: [],
      optionsOf: groupOptions,
      // Until one is chosen, the group at the index goes across.
      chosen: ({ pivotBy, pivotGroupIndex }, columns) => {
        const groups = groupOptions(columns);
        const isThere = groups.some(({ value }) => value === pivotBy);
        return isThere ? pivotBy : (groups[pivotGroupIndex] ?? groups[0])?.value;
      },
      sets: (key, columns) => ({
        pivotGroupIndex: Math.max(
          0,
          groupOptions(columns).findIndex(({ value }) => value === key),
        ),
      }),
      applies: () => isPivot,
    },
    {
      key: 'sortColumns',
      label: 'Order of the columns',
      kind: 'choice',
      options: options(['natural', 'Automatic'], ['value', 'Largest first'], ['name', 'By name']),
      applies: () => isPivot,
    },
    {
      key: 'measuresAsColumns',
      label: 'Measures side by side',
      kind: 'toggle',
      applies: (_, { measures }) => measures > 1,
    },
    {
      key: 'columns',
      label: 'Measures',
      kind: 'several',
      options: [],
      optionsOf: measureOptions,
      applies: (_, { measures }) => measures > 1,
    },
    {
      key: 'invertNesting',
      label: 'Last group outermost',
      kind: 'toggle',
      applies: (_, { groups }) => groups >= hasLevels,
    },
    {
      key: 'opened',
      label: 'Rows within rows',
      kind: 'choice',
      options: options(['auto', 'Open while they are few'], ['all', 'Open'], ['none', 'Closed']),
      applies: (_, { groups }) => groups >= hasLevels,
    },
    { key: 'totals', label: 'Totals', kind: 'toggle' },
    ...CHANGE_SETTINGS,
    FORMAT_SETTING,
    SHOWN_UNIT_SETTING,
    {
      key: 'enableSorting',
      label: 'Sort by a column',
      kind: 'toggle',
      // In the words of X§4: on sorts by value, off clears both.
      sets: (on) => ({ sortBy: on === true ? 'value' : null, sortDirection: 'ascending' }),
    },
    { key: 'showRollups', label: 'Statistics of the cells in a row', kind: 'toggle' },
    {
      key: 'selectedRollupStats',
      label: 'Statistics',
      kind: 'several',
      options: options(['min', 'Smallest'], ['max', 'Largest'], ['sum', 'Sum'], ['avg', 'Average']),
      applies: ({ showRollups }) => showRollups,
    },
    {
      key: 'rollupMeasureKey',
      label: 'Of the measure',
      kind: 'choice',
      options: [],
      optionsOf: measureOptions,
      applies: ({ showRollups }, { measures }) => showRollups && measures > 1,
    },
  ];
}
