import { measureKeys } from './answer-columns.ts';
import { emptyQuery, groupKey, Query } from './schema.ts';
import type { CompareWith, Condition, Formula, GroupBy, Having, Measure, Order } from './schema.ts';

/** Every edit that a person can make to a query. */
export type Edit =
  | { type: 'setSearch'; search: string }
  | { type: 'setAggregations'; aggregations: Measure[] }
  | { type: 'setGroupBys'; groupBys: GroupBy[] }
  | { type: 'setDates'; startDate: string; endDate: string }
  | { type: 'setDuration'; duration: string }
  | { type: 'setCompareWith'; compareWith: CompareWith }
  | { type: 'setFilters'; filters: Condition[] }
  | { type: 'setHaving'; having: Having[] }
  | { type: 'setFormulas'; formulas: Formula[] }
  | { type: 'setSelection'; select: string[] }
  | { type: 'setOrder'; order: Order[] }
  | { type: 'setColumns'; columns: string[] }
  | { type: 'setAsOf'; asOf: Query['asOf'] }
  | { type: 'setLimit'; limit: number | undefined }
  | { type: 'resetDate' }
  | { type: 'resetAll' }
  | { type: 'load'; query: Query };

type Change = Partial<Query>;
const noComparison = { compareWith: undefined };
/** A unit that suits one range of dates may give thousands of buckets for another (X§4). */
const autoUnit = { timeUnit: undefined };
const noDates = { startDate: undefined, endDate: undefined };

const CHANGES: { [T in Edit['type']]: (query: Query, edit: Extract<Edit, { type: T }>) => Change } = {
  setSearch: (_, { search }) => ({ search }),
  setAggregations: (query, { aggregations }) => ({
    aggregations,
    order: orderOf(query, query.groupBys, aggregations),
    ...noComparison,
  }),
  setGroupBys: (query, { groupBys }) => ({
    groupBys,
    order: orderOf(query, groupBys, query.aggregations),
    ...noComparison,
  }),
  setDates: (_, { startDate, endDate }) => ({
    startDate,
    endDate,
    duration: undefined,
    ...autoUnit,
    ...noComparison,
  }),
  setDuration: (_, { duration }) => ({ duration, ...noDates, ...autoUnit }),
  setCompareWith: (query, { compareWith }) => ({
    compareWith: query.compareWith && query.compareWith.ago === compareWith.ago ? undefined : compareWith,
  }),
  setFilters: (_, { filters }) => ({ filters }),
  setHaving: (_, { having }) => ({ having }),
  setFormulas: (_, { formulas }) => ({ formulas }),
  setSelection: (_, { select }) => ({ select, order: [], columns: [], ...noComparison }),
  setOrder: (_, { order }) => ({ order }),
  setColumns: (_, { columns }) => ({ columns }),
  setAsOf: (_, { asOf }) => ({ asOf }),
  setLimit: (_, { limit }) => ({ limit }),
  // Without dates there is nothing to compare with (X§5).
  resetDate: () => ({ ...noDates, duration: undefined, ...autoUnit, ...noComparison }),
  resetAll: () => ({
    aggregations: [],
    groupBys: [],
    filters: [],
    select: [],
    search: '',
    ...noDates,
    duration: undefined,
    asOf: undefined,
    ...autoUnit,
    order: [],
    columns: [],
    ...noComparison,
  }),
  load: (query, edit) => ({ ...absent(query), ...emptyQuery(query.orgId), ...edit.query }),
};

/** Applies one edit and what it resets (X§4). The page of an answer is always reset. */
export function editQuery(query: Query, edit: Edit): Query {
  const change = Object.hasOwn(CHANGES, edit.type) ? CHANGES[edit.type] : undefined;
  if (!change) throw new Error('unknown action type');
  const next = { ...query, ...(change as (query: Query, edit: Edit) => Change)(query, edit) };
  if (edit.type !== 'load') delete next.page;
  return withoutUndefined(next);
}

/** True when two queries ask the same, whatever page they show. */
export function sameQuestion(left: Query, right: Query): boolean {
  return canonical(left) === canonical(right);
}

function canonical(query: Query): string {
  const {
    page: _page,
    pageSize: _size,
    orgId: _org,
    format: _format,
    counts: _counts,
    ...asked
  } = Query.parse(query);
  return JSON.stringify(asked, (_, value: unknown) => (isPlain(value) ? sorted(value) : value));
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** Drops orders by columns that the answer no longer has, because the service refuses them. */
function orderOf(query: Query, groupBys: readonly GroupBy[], measures: readonly Measure[]): Order[] {
  const formulas = query.formulas.map(({ name }) => name);
  const keys = new Set([...groupBys.map(groupKey), ...measureKeys(measures), ...formulas]);
  // Groups without measures are counted; without groups either, the query asks for rows.
  const isCounted = measures.length === 0;
  if (isCounted && groupBys.length === 0) return [];
  return query.order.filter(({ by }) => keys.has(by) || (isCounted && by.startsWith('count(')));
}

function absent(query: Query): Change {
  return Object.fromEntries(Object.keys(query).map((key) => [key, undefined]));
}

function withoutUndefined(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Query;
}
