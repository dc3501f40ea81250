import { editQuery } from './edits.ts';
import { setMeasures } from './following.ts';
import type { Query } from './schema.ts';

/** The clauses that a part of a query may have: all but its dates (X§5). */
export type QueryPart = Partial<
  Pick<
    Query,
    | 'select'
    | 'aggregations'
    | 'formulas'
    | 'groupBys'
    | 'filters'
    | 'having'
    | 'search'
    | 'compareWith'
    | 'asOf'
  >
>;

/** A list followed by what it does not hold yet. */
function joined<T>(list: readonly T[], further: readonly T[] = []): T[] {
  const known = new Set(list.map((each) => JSON.stringify(each)));
  return [...list, ...further.filter((each) => !known.has(JSON.stringify(each)))];
}

/** Adds the clauses of a part to a query; what is there already is not repeated, and its selection stays. */
export function addPart(query: Query, part: QueryPart): Query {
  const select = query.select.length > 0 ? query.select : (part.select ?? []);
  const measured = setMeasures({ ...query, select }, joined(query.aggregations, part.aggregations));
  const grouped = editQuery(measured, {
    type: 'setGroupBys',
    groupBys: joined(query.groupBys, part.groupBys),
  });
  return {
    ...grouped,
    formulas: joined(query.formulas, part.formulas),
    filters: joined(query.filters, part.filters),
    having: joined(query.having, part.having),
    search: [query.search, part.search ?? ''].filter((words) => words !== '').join(' '),
    ...(part.compareWith ? { compareWith: part.compareWith } : {}),
    ...(part.asOf ? { asOf: part.asOf } : {}),
  };
}

/** Asks a query another way: the part's groups and measures take the place of its own, where the part has some. */
export function pivotBy(query: Query, part: QueryPart): Query {
  const without = {
    ...query,
    groupBys: part.groupBys?.length ? [] : query.groupBys,
    ...(part.aggregations?.length ? { aggregations: [], formulas: [], having: [] } : {}),
    order: [],
  };
  return addPart(without, part);
}

/** True when a part can be added without changing what the query is about. */
export const isAbout = ({ select }: Pick<Query, 'select'>, part: QueryPart): boolean =>
  select.length === 0 || !part.select?.length || part.select[0] === select[0];
