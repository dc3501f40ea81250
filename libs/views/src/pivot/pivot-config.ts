import { answerKeys, groupKey, type GroupBy, type Query } from '@cairn/query';
import { z } from 'zod';
import { CHANGE_FIELDS } from '../change.ts';
import { choice, clamped, flag } from '../config-fields.ts';
import { FORMAT_FIELDS } from '../number-format.ts';
import { SHOWN_UNITS } from '../shown-unit.ts';
import type { Fit, QueryShape, ViewConfig } from '../view.ts';
import { ACROSS_FIELDS, optionalText, WIDTHS_FIELD } from './across.ts';
import { ROLLUP_STATS, type RollupStat } from './pivot-cells.ts';

const MOST_SHOWN = 60;
/** The least and the most rows of a page. */
export const PAGE_SIZES = [5, 1_000] as const;

/** Tables of rows within rows (X§3). */
export const PivotConfig = z.object({
  ...ACROSS_FIELDS,
  ...WIDTHS_FIELD,
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
  /** The outermost rows on a page; as many as there is room for where that is chosen. */
  pageSize: clamped(...PAGE_SIZES, 100),
  autoPageSize: flag(false),
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

const COMPUTED = 'rollup';

/** The id of the column of a statistic. */
export const rollupId = (stat: RollupStat): string => `${COMPUTED}\u0000${stat}`;

/** The key of the measure in the id of a sorted column; null for names, totals and statistics. */
function sortedMeasure(sortBy: string | null): string | null {
  const [across, measure] = (sortBy ?? '').split('\u0000');
  return across === COMPUTED || measure === undefined ? null : measure;
}

/** What of a stored pivot or tree the query does not have any more, in sentences. */
export function missingMeasures(stored: Readonly<ViewConfig>, query: Query): string[] {
  const { sortBy, columns, showRollups, rollupMeasureKey } = PivotConfig.parse(stored);
  const keys = answerKeys(query);
  const isGone = (key: string | null) => key !== null && !keys.has(key);
  return [
    ...(isGone(sortedMeasure(sortBy)) ? ['The column that it was sorted by is gone.'] : []),
    ...(columns.some(isGone) ? ['Measures that it showed are gone.'] : []),
    ...(showRollups && isGone(rollupMeasureKey) ? ['The measure of its statistics is gone.'] : []),
  ];
}
