import type { Column } from '@cairn/contracts';
import { CHANGE_SETTINGS } from '../change.ts';
import { options } from '../config-fields.ts';
import { FORMAT_SETTING } from '../number-format.ts';
import { MEASURED_UNIT_SETTING } from '../shown-unit.ts';
import type { ViewSetting } from '../view.ts';
import { PAGE_SIZES, type PivotConfig } from './pivot-config.ts';

type PivotSetting = ViewSetting<PivotConfig, keyof PivotConfig>;

const groupOptions = (columns: readonly Column[]) =>
  columns.filter(({ role }) => role === 'group').map(({ key, label }) => ({ value: key, label }));

const measureOptions = (columns: readonly Column[]) =>
  columns
    .filter(({ role, period }) => (role === 'measure' || role === 'formula') && period !== 'comparison')
    .map(({ key, label }) => ({ value: key, label }));

/** What goes across, and in which order. */
const ACROSS: readonly PivotSetting[] = [
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
  },
  {
    key: 'sortColumns',
    label: 'Order of the columns',
    kind: 'choice',
    options: options(['natural', 'Automatic'], ['value', 'Largest first'], ['name', 'By name']),
  },
];

/** Which measures are shown, and where they stand. */
const MEASURES: readonly PivotSetting[] = [
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
];

const STATISTICS: readonly PivotSetting[] = [
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

/** The settings of a pivot or a nested table. */
export function pivotSettings(layout: 'pivot' | 'nested'): readonly PivotSetting[] {
  const hasLevels = layout === 'pivot' ? 3 : 2;
  return [
    ...(layout === 'pivot' ? ACROSS : []),
    ...MEASURES,
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
    { key: 'autoPageSize', label: 'As many rows as fit', kind: 'toggle' },
    {
      key: 'pageSize',
      label: 'Rows on a page',
      kind: 'number',
      min: PAGE_SIZES[0],
      max: PAGE_SIZES[1],
      applies: ({ autoPageSize }) => !autoPageSize,
    },
    ...CHANGE_SETTINGS,
    FORMAT_SETTING,
    MEASURED_UNIT_SETTING,
    {
      key: 'enableSorting',
      label: 'Sort by a column',
      kind: 'toggle',
      // In the words of X§4: on sorts by value, off clears both.
      sets: (on) => ({ sortBy: on === true ? 'value' : null, sortDirection: 'ascending' }),
    },
    ...STATISTICS,
  ];
}
