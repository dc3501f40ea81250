import { STANDARD_VIEWS } from '@cairn/contracts';
import { TableSkeleton } from '@cairn/ui';
import { Table } from 'lucide-react';
import { chartRequest } from '../order.ts';
import { defineView } from '../view.ts';
import { needsGroup, PivotConfig, pivotSettings } from './pivot-config.ts';

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
  misses: ({ pivotGroupIndex }, { groupBys }) =>
    Number(pivotGroupIndex) < groupBys.length
      ? []
      : ['The group that went across is gone, so the first one does.'],
  isTabular: true,
  rowsBeneath: 'never',
  Skeleton: TableSkeleton,
  fits: (shape) => needsGroup(shape),
  answers: () => 'groups',
  request: (query) => chartRequest(query, CELLS),
  load: async () => (await import('./pivot-view.tsx')).PivotView,
});
