import { STANDARD_VIEWS } from '@cairn/contracts';
import { TableSkeleton } from '@cairn/ui';
import { ListTree } from 'lucide-react';
import { chartRequest } from '../order.ts';
import { TABLE_LAYOUT } from '../pivot/across.ts';
import { totalQueries } from '../pivot/total-queries.ts';
import { missingMeasures, needsGroup, PivotConfig } from '../pivot/pivot-config.ts';
import { pivotSettings } from '../pivot/pivot-settings.ts';
import { defineView } from '../view.ts';

const ROWS = 20_000;

/** All groups as rows within rows, the measures as columns. */
export const nested = defineView<PivotConfig>({
  id: 'nestedTable',
  aliases: [{ id: STANDARD_VIEWS.table, when: { layout: 'nested' }, config: {} }],
  label: 'Tree',
  icon: ListTree,
  config: PivotConfig,
  settings: pivotSettings('nested'),
  // Without a group the flat table is shown (X§4).
  instead: STANDARD_VIEWS.table,
  misses: missingMeasures,
  layout: TABLE_LAYOUT,
  isTabular: true,
  rowsBeneath: 'never',
  Skeleton: TableSkeleton,
  fits: (shape) => needsGroup(shape),
  answers: () => 'groups',
  request: (query) => chartRequest(query, ROWS),
  further: (query, { invertNesting }, answer) =>
    totalQueries(query, answer, { across: null, invert: invertNesting }),
  load: async () => (await import('./nested-view.tsx')).NestedView,
});
