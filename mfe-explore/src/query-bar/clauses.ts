import type { Configuration } from '@cairn/contracts';
import {
  asOfInWords,
  comparisonInWords,
  editQuery,
  filterInWords,
  groupInWords,
  measureInWords,
  rangeInWords,
  sentenceCase,
  setFormulas,
  setMeasures,
  type Query,
} from '@cairn/query';
import { computedColumns, faultOf, faultOfHaving, havingWords } from '../graph/computed-columns.ts';
import { defaultMoment } from '../graph/dated-relations.ts';

export const CLAUSE_TYPES = [
  'select',
  'date-range',
  'filter-condition',
  'group-by',
  'measure-by',
  'column-formula',
  'column-having',
  'search-term',
  'compare-with',
  'as-of',
] as const;
export type ClauseType = (typeof CLAUSE_TYPES)[number];

/** Names a clause of a query: its type, and its index among the clauses of that type. */
export interface ClauseRef {
  readonly type: ClauseType;
  readonly index: number;
}

/** Whether both name the same clause. */
export function isSameClause(left: ClauseRef | null, right: ClauseRef): boolean {
  return left?.type === right.type && left.index === right.index;
}

/** One clause of the bar. */
export interface Clause extends ClauseRef {
  /** The type of clause, always visible. */
  readonly name: string;
  readonly words: string;
  /** True of a clause that the query does not say, and that holds by default; it cannot be removed. */
  readonly isDefault?: boolean;
  /** Why the clause is invalid. */
  readonly fault?: string | null;
}

export const CLAUSE_NAMES: Record<ClauseType, string> = {
  select: 'Select',
  'date-range': 'When',
  'filter-condition': 'Where',
  'group-by': 'Group',
  'measure-by': 'Measure',
  'column-formula': 'Formula',
  'column-having': 'Having',
  'search-term': 'Search',
  'compare-with': 'Compare',
  'as-of': 'As of',
};

const LISTS: ReadonlySet<ClauseType> = new Set([
  'filter-condition',
  'group-by',
  'measure-by',
  'column-formula',
  'column-having',
]);

/** True when a query has at most one clause of a type. */
export function isSingle(type: ClauseType): boolean {
  return !LISTS.has(type);
}

/** How many clauses of a type a query has. */
export function countOf(query: Query, type: ClauseType): number {
  const lists: Record<ClauseType, readonly unknown[]> = {
    select: query.select,
    'date-range': [query.duration ?? query.startDate].filter((date) => date !== undefined),
    'filter-condition': query.filters,
    'group-by': query.groupBys,
    'measure-by': query.aggregations,
    'column-formula': query.formulas,
    'column-having': query.having,
    'search-term': query.search === '' ? [] : [query.search],
    'compare-with': query.compareWith ? [query.compareWith] : [],
    'as-of': query.asOf ? [query.asOf] : [],
  };
  return lists[type].length;
}

/** The clauses of a query in the order of the bar. */
export function clausesOf(query: Query, configuration: Configuration, timezone: string): Clause[] {
  const kind = query.select[0] ?? 'Event';
  const clause = (type: ClauseType, index: number, words: string): Clause => ({
    type,
    index,
    name: CLAUSE_NAMES[type],
    words: sentenceCase(words),
  });
  const range = rangeInWords(query);
  const comparison = comparisonInWords(query);
  return [
    ...query.select.map((name, at) => clause('select', at, pluralOf(configuration, name))),
    ...query.aggregations.map((each, at) =>
      clause('measure-by', at, measureInWords(each, kind, configuration)),
    ),
    ...query.formulas.map((each, at) => ({
      ...clause('column-formula', at, each.name),
      words: each.name,
      fault: faultOf(query, configuration, each, at),
    })),
    ...query.groupBys.map((each, at) => clause('group-by', at, groupInWords(each, kind, configuration))),
    ...query.filters.map((each, at) =>
      clause('filter-condition', at, filterInWords(each, kind, configuration)),
    ),
    ...havingClauses(query, configuration, timezone, clause),
    ...(query.search ? [clause('search-term', 0, `“${query.search}”`)] : []),
    ...(range ? [clause('date-range', 0, range)] : []),
    ...(comparison ? [clause('compare-with', 0, comparison)] : []),
    ...asOfClauses(query, configuration, clause),
  ];
}

/** The moment of dated relations: what the query says, else what holds for those that it follows. */
function asOfClauses(
  query: Query,
  configuration: Configuration,
  clause: (type: ClauseType, index: number, words: string) => Clause,
): Clause[] {
  const said = asOfInWords(query);
  if (said) return [clause('as-of', 0, said)];
  const byDefault = defaultMoment(query, configuration);
  return byDefault ? [{ ...clause('as-of', 0, byDefault), isDefault: true }] : [];
}

function havingClauses(
  query: Query,
  configuration: Configuration,
  timezone: string,
  clause: (type: ClauseType, index: number, words: string) => Clause,
): Clause[] {
  const columns = query.having.length > 0 ? computedColumns(query, configuration) : [];
  const words = havingWords(query, configuration, timezone);
  return query.having.map(({ column }, at) => ({
    ...clause('column-having', at, words[at] ?? ''),
    fault: faultOfHaving(columns, column),
  }));
}

function pluralOf(configuration: Configuration, name: string): string {
  return configuration.kinds.find((kind) => kind.name === name)?.plural ?? name;
}

/** Removes a clause from a query, and everything that cannot be computed without it. */
export function removeClause(query: Query, { type, index }: ClauseRef): Query {
  const without = <T>(list: readonly T[]) => list.filter((_, at) => at !== index);
  switch (type) {
    case 'select':
      return editQuery(query, { type: 'setSelection', select: without(query.select) });
    case 'date-range':
      return editQuery(query, { type: 'resetDate' });
    case 'filter-condition':
      return editQuery(query, { type: 'setFilters', filters: without(query.filters) });
    case 'group-by':
      return editQuery(query, { type: 'setGroupBys', groupBys: without(query.groupBys) });
    case 'measure-by':
      return setMeasures(query, without(query.aggregations));
    case 'column-formula':
      return setFormulas(query, without(query.formulas));
    case 'column-having':
      return editQuery(query, { type: 'setHaving', having: without(query.having) });
    case 'search-term':
      return editQuery(query, { type: 'setSearch', search: '' });
    case 'compare-with':
      return query.compareWith
        ? editQuery(query, { type: 'setCompareWith', compareWith: query.compareWith })
        : query;
    case 'as-of':
      return editQuery(query, { type: 'setAsOf', asOf: undefined });
  }
}

/** Replaces the item at an index of a list, or appends a new one. */
export function placed<T>(list: readonly T[], index: number, item: T): T[] {
  return index < list.length ? list.map((each, at) => (at === index ? item : each)) : [...list, item];
}
