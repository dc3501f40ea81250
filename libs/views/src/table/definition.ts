import { STANDARD_VIEWS } from '@cairn/contracts';
import { answerKeys, asksRows, DEFAULT_PAGE_SIZE } from '@cairn/query';
import { TableSkeleton } from '@cairn/ui';
import { Table2 } from 'lucide-react';
import { z } from 'zod';
import { choice } from '../config-fields.ts';
import { naturalOrder } from '../order.ts';
import { defineView } from '../view.ts';

/** The flat table (X§3): how it is sorted; which columns it has is part of the query. */
export const TableConfig = z.object({
  layout: choice(['flat']),
  sortBy: z.string().max(300).nullable().catch(null).default(null),
  sortDirection: choice(['ascending', 'descending']),
});
export type TableConfig = z.infer<typeof TableConfig>;

export const table = defineView<TableConfig>({
  id: STANDARD_VIEWS.table,
  aliases: [{ id: 'dataTable', config: {} }],
  label: 'Table',
  icon: Table2,
  config: TableConfig,
  settings: [],
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
    // The sorted column may be gone, with its measure or under another name.
    const isThere =
      sortBy !== null && (asksRows(query) ? !sortBy.includes('(') : answerKeys(query).has(sortBy));
    const order = isThere ? [{ by: sortBy, direction: sortDirection }] : natural;
    return { ...query, order, page: query.page ?? 1, pageSize: query.pageSize ?? DEFAULT_PAGE_SIZE };
  },
  load: async () => (await import('./table-view.tsx')).TableView,
});
