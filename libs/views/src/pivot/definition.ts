import { STANDARD_VIEWS } from '@cairn/contracts';
import { groupKey } from '@cairn/query';
import { TableSkeleton } from '@cairn/ui';
import { Table } from 'lucide-react';
import { chartRequest } from '../order.ts';
import { defineView } from '../view.ts';
import { TABLE_LAYOUT } from './across.ts';
import { totalQueries } from './total-queries.ts';
import { missingMeasures, needsGroup, PivotConfig, pivotIndex } from './pivot-config.ts';
import { pivotSettings } from './pivot-settings.ts';

/** The most cells that a table of rows within rows is made of. */
const CELLS = 20_000;

/** One group across, the others as rows within rows. */
export const pivot = defineView<PivotConfig>({
  id: 'pivotTable',
  aliases: [{ id: STANDARD_VIEWS.table, when: { layout: 'pivot' }, config: {} }],
  label: 'Pivot',
  icon: Table,
  config: PivotConfig,
  settings: pivotSettings('pivot'),
  // Without a group the flat table is shown (X§4).
  instead: STANDARD_VIEWS.table,
  misses: (config, query) => {
    const { pivotBy, pivotGroupIndex } = config;
    const isThere = query.groupBys.some((group) => groupKey(group) === pivotBy);
    const hasIndex = pivotBy === null && Number(pivotGroupIndex) < query.groupBys.length;
    const across = isThere || hasIndex ? [] : ['The group that went across is gone, so another one does.'];
    return [...across, ...missingMeasures(config, query)];
  },
  layout: TABLE_LAYOUT,
  isTabular: true,
  rowsBeneath: 'never',
  Skeleton: TableSkeleton,
  fits: (shape) => needsGroup(shape),
  answers: () => 'groups',
  request: (query) => chartRequest(query, CELLS),
  further: (query, config, answer) =>
    totalQueries(query, answer, { across: pivotIndex(config, query.groupBys), invert: config.invertNesting }),
  load: async () => (await import('./pivot-view.tsx')).PivotView,
});
