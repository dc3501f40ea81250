import { STANDARD_VIEWS } from '@cairn/contracts';
import {
  answerKeys,
  askedMeasures,
  asksRows,
  DEFAULT_PAGE_SIZE,
  measureKeys,
  type Query,
} from '@cairn/query';
import { TableSkeleton } from '@cairn/ui';
import { Table2 } from 'lucide-react';
import { z } from 'zod';
import { FORMAT_FIELDS, FORMAT_SETTING } from '../number-format.ts';
import { CHANGE_FIELDS, CHANGE_SETTINGS, changeKey } from '../change.ts';
import { choice } from '../config-fields.ts';
import { naturalOrder } from '../order.ts';
import { defineView } from '../view.ts';

/** The flat table (X§3): how it is sorted; which columns it has is part of the query. */
export const TableConfig = z.object({
  layout: choice(['flat']),
  sortBy: z.string().max(300).nullable().catch(null).default(null),
  sortDirection: choice(['ascending', 'descending']),
  ...CHANGE_FIELDS,
  ...FORMAT_FIELDS,
});
export type TableConfig = z.infer<typeof TableConfig>;

export const table = defineView<TableConfig>({
  id: STANDARD_VIEWS.table,
  aliases: [{ id: 'dataTable', config: {} }],
  label: 'Table',
  icon: Table2,
  config: TableConfig,
  settings: [FORMAT_SETTING, ...CHANGE_SETTINGS],
  pages: true,
  columns: true,
  isTabular: true,
  rowsBeneath: 'never',
  maxGroups: Number.POSITIVE_INFINITY,
  Skeleton: TableSkeleton,
  fits: ({ groups }) => ({ ok: true, rank: groups === 1 ? 50 : 85 }),
  answers: (query) => (asksRows(query) ? 'entities' : 'groups'),
  request: (query, { sortBy, sortDirection }) => {
    const isGrouped = query.groupBys.length > 0;
    const natural = isGrouped && query.order.length === 0 ? naturalOrder(query) : query.order;
    const changed = changedMeasure(query, sortBy);
    // The sorted column may be gone, with its measure or under another name.
    const isThere =
      sortBy !== null &&
      (changed !== undefined || (asksRows(query) ? !sortBy.includes('(') : answerKeys(query).has(sortBy)));
    const order = isThere ? [{ by: sortBy, direction: sortDirection }] : natural;
    const formulas = changed
      ? [...query.formulas, { name: changeKey(changed), formula: ['percentChange', changed] }]
      : query.formulas;
    const [page, pageSize] = [query.page ?? 1, query.pageSize ?? DEFAULT_PAGE_SIZE];
    return { ...query, formulas, order, page, pageSize };
  },
  load: async () => (await import('./table-view.tsx')).TableView,
});

/** The measure by whose change the rows are sorted (ruling 7: ±100 percent where nothing was before). */
function changedMeasure(query: Query, sortBy: string | null): string | undefined {
  if (!query.compareWith) return undefined;
  return measureKeys(askedMeasures(query)).find((key) => changeKey(key) === sortBy);
}
