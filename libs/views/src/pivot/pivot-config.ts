import type { Column } from '@cairn/contracts';
import { z } from 'zod';
import { CHANGE_FIELDS, CHANGE_SETTINGS } from '../change.ts';
import { choice, flag, options } from '../config-fields.ts';
import { SHOWN_UNIT_SETTING, SHOWN_UNITS } from '../shown-unit.ts';
import type { Fit, QueryShape, ViewSetting } from '../view.ts';
import { ROLLUP_STATS } from './pivot-cells.ts';

const text = z.string().max(600).nullable().catch(null).default(null);

/** Tables of rows within rows (X§3). */
export const PivotConfig = z.object({
  /** The group that goes across; one that the query does not have is the first (X§4). */
  pivotGroupIndex: z.int().min(0).max(7).catch(0).default(0),
  invertNesting: flag(false),
  totals: flag(true),
  opened: choice(['auto', 'all', 'none']),
  ...CHANGE_FIELDS,
  timeUnit: choice(SHOWN_UNITS),
  showRollups: flag(false),
  rollupMeasureKey: text,
  selectedRollupStats: z
    .array(z.enum(ROLLUP_STATS))
    .max(ROLLUP_STATS.length)
    .catch(() => [...ROLLUP_STATS])
    .default(() => [...ROLLUP_STATS]),
  enableSorting: flag(true),
  sortBy: text,
  sortDirection: choice(['ascending', 'descending']),
});
export type PivotConfig = z.infer<typeof PivotConfig>;

/** The index of the group that goes across. */
export const pivotIndex = ({ pivotGroupIndex }: PivotConfig, groups: number): number =>
  pivotGroupIndex < groups ? pivotGroupIndex : 0;

/** Rows within rows need a group (ruling 1), in the words of X§5. */
export function needsGroup({ groups }: QueryShape): Fit {
  const reason = 'This view requires at least one group by field to be selected';
  return groups > 0 ? { ok: true, rank: 45 } : { ok: false, isOver: false, reason };
}

const groupOptions = (columns: readonly Column[]) =>
  columns.filter(({ role }) => role === 'group').map(({ label }, at) => ({ value: String(at), label }));

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
      key: 'pivotGroupIndex',
      label: 'Columns',
      kind: 'choice',
      options: [],
      optionsOf: groupOptions,
      isNumber: true,
      applies: () => isPivot,
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
