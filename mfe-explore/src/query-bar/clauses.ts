import {
  comparisonInWords,
  editQuery,
  filterInWords,
  groupInWords,
  measureInWords,
  rangeInWords,
  sentenceCase,
  type Query,
  type Vocabulary,
} from '@cairn/query';

export const CLAUSE_TYPES = [
  'select',
  'date-range',
  'filter-condition',
  'group-by',
  'measure-by',
  'search-term',
  'compare-with',
] as const;
export type ClauseType = (typeof CLAUSE_TYPES)[number];

/** One clause of the bar; `index` is its place among those of its type. */
export interface Clause {
  readonly type: ClauseType;
  readonly index: number;
  /** What kind of clause it is, always in sight. */
  readonly name: string;
  readonly words: string;
}

export const CLAUSE_NAMES: Record<ClauseType, string> = {
  select: 'Select',
  'date-range': 'When',
  'filter-condition': 'Where',
  'group-by': 'Group',
  'measure-by': 'Measure',
  'search-term': 'Search',
  'compare-with': 'Compare',
};

/** A clause of which a query has one at most. */
export function isSingle(type: ClauseType): boolean {
  return !['filter-condition', 'group-by', 'measure-by'].includes(type);
}

/** The clauses of a query in the order of the bar. */
export function clausesOf(query: Query, vocabulary: Vocabulary): Clause[] {
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
    ...query.select.map((name, at) => clause('select', at, pluralOf(vocabulary, name))),
    ...query.aggregations.map((each, at) => clause('measure-by', at, measureInWords(each, kind, vocabulary))),
    ...query.groupBys.map((each, at) => clause('group-by', at, groupInWords(each, kind, vocabulary))),
    ...query.filters.map((each, at) => clause('filter-condition', at, filterInWords(each, kind, vocabulary))),
    ...(query.search ? [clause('search-term', 0, `“${query.search}”`)] : []),
    ...(range ? [clause('date-range', 0, range)] : []),
    ...(comparison ? [clause('compare-with', 0, comparison)] : []),
  ];
}

function pluralOf(vocabulary: Vocabulary, name: string): string {
  return vocabulary.kinds.find((kind) => kind.name === name)?.plural ?? name;
}

/** The query without one of its clauses. */
export function removeClause(query: Query, { type, index }: Pick<Clause, 'type' | 'index'>): Query {
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
      return editQuery(query, { type: 'setAggregations', aggregations: without(query.aggregations) });
    case 'search-term':
      return editQuery(query, { type: 'setSearch', search: '' });
    case 'compare-with':
      return query.compareWith
        ? editQuery(query, { type: 'setCompareWith', compareWith: query.compareWith })
        : query;
  }
}

/** Puts an item in its place in a list, or behind it when it is new. */
export function placed<T>(list: readonly T[], index: number, item: T): T[] {
  return index < list.length ? list.map((each, at) => (at === index ? item : each)) : [...list, item];
}
