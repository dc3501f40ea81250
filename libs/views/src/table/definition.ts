import { STANDARD_VIEWS } from '@cairn/contracts';
import {
  answerKeys,
  askedMeasures,
  asksRows,
  DEFAULT_PAGE_SIZE,
  MAX_LIMIT,
  measureKeys,
  type Query,
} from '@cairn/query';
import { TableSkeleton } from '@cairn/ui';
import { Table2 } from 'lucide-react';
import { z } from 'zod';
import { FORMAT_FIELDS, FORMAT_SETTING } from '../number-format.ts';
import { CHANGE_FIELDS, CHANGE_SETTINGS, changeKey } from '../change.ts';
import { choice, flag } from '../config-fields.ts';
import { SHOWN_UNIT_SETTING, SHOWN_UNITS } from '../shown-unit.ts';
import { naturalOrder } from '../order.ts';
import { ACROSS_FIELDS, TABLE_LAYOUT, WIDTHS_FIELD } from '../pivot/across.ts';
import { totalQuery } from '../pivot/total-queries.ts';
import { defineView } from '../view.ts';

const MOST_COLUMNS = 200;
const columnId = z.string().max(300);

/** The flat table (X§3): how it is sorted and laid out; which columns it has is part of the query. */
export const TableConfig = z.object({
  layout: choice(['flat']),
  ...ACROSS_FIELDS,
  sortBy: z.string().max(300).nullable().catch(null).default(null),
  sortDirection: choice(['ascending', 'descending']),
  ...CHANGE_FIELDS,
  ...FORMAT_FIELDS,
  allowWide: flag(false),
  allowWrap: flag(false),
  autoPageSize: flag(false),
  totals: flag(false),
  bars: flag(false),
  limit: z.int().min(1).max(MAX_LIMIT).nullable().catch(null).default(null),
  timeUnit: choice(SHOWN_UNITS),
  ...WIDTHS_FIELD,
  /** The columns in the order that a reader chose; others follow as they are. */
  columns: z
    .array(columnId)
    .max(MOST_COLUMNS)
    .catch(() => [])
    .default(() => []),
});
export type TableConfig = z.infer<typeof TableConfig>;

/** The query in the order of a table, page by page. */
function requestOf(query: Query, { sortBy, sortDirection, limit }: TableConfig): Query {
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
  const most = limit === null ? {} : { limit: Math.min(limit, query.limit ?? limit) };
  const [page, pageSize] = [query.page ?? 1, query.pageSize ?? DEFAULT_PAGE_SIZE];
  return { ...query, ...most, formulas, order, page, pageSize };
}

export const table = defineView<TableConfig>({
  id: STANDARD_VIEWS.table,
  aliases: [{ id: 'dataTable', config: {} }],
  label: 'Table',
  icon: Table2,
  config: TableConfig,
  settings: [
    FORMAT_SETTING,
    ...CHANGE_SETTINGS,
    { key: 'allowWide', label: 'Wide columns', kind: 'toggle' },
    { key: 'allowWrap', label: 'Wrap texts', kind: 'toggle' },
    {
      key: 'autoPageSize',
      label: 'As many rows as fit',
      kind: 'toggle',
      // Wrapping overrides it (X§4).
      applies: ({ allowWrap }) => !allowWrap,
    },
    { key: 'totals', label: 'Totals', kind: 'toggle', applies: (_, { groups }) => groups > 0 },
    { key: 'bars', label: 'Bars in the cells', kind: 'toggle', applies: (_, { groups }) => groups > 0 },
    SHOWN_UNIT_SETTING,
    { key: 'limit', label: 'Most rows', kind: 'number', min: 1, max: MAX_LIMIT, isOptional: true },
  ],
  misses: (config, query) =>
    config['sortBy'] === null || requestOf(query, TableConfig.parse(config)).order[0]?.by === config['sortBy']
      ? []
      : ['The column that it was sorted by is gone.'],
  layout: TABLE_LAYOUT,
  pages: true,
  columns: true,
  isTabular: true,
  rowsBeneath: 'never',
  maxGroups: Number.POSITIVE_INFINITY,
  Skeleton: TableSkeleton,
  fits: ({ groups }) => ({ ok: true, rank: groups === 1 ? 50 : 85 }),
  answers: (query) => (asksRows(query) ? 'entities' : 'groups'),
  request: requestOf,
  // The same for every page, so it stays while another one is read.
  further: (query, { totals }) => {
    const isWanted = totals && query.groupBys.length > 0 && query.having.length === 0;
    return isWanted ? { total: totalQuery(query, []) } : {};
  },
  load: async () => (await import('./table-view.tsx')).TableView,
});

/** The measure by whose change the rows are sorted (ruling 7: ±100 percent where nothing was before). */
function changedMeasure(query: Query, sortBy: string | null): string | undefined {
  if (!query.compareWith) return undefined;
  return measureKeys(askedMeasures(query)).find((key) => changeKey(key) === sortBy);
}
