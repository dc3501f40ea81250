import type { InputOf, OutputOf } from '@cairn/contracts';
import type { graphContract } from '@cairn/contracts';
import { Query } from '@cairn/query';
import type { Catalogue } from '@cairn/entities';
import type { Answer } from '../query/codec/answer.ts';
import { planGroups } from '../query/plan/groups.ts';
import type { Scope } from '../query/plan/scope.ts';
import { cellOf } from '../query/table.ts';
import type { Vector } from '../query/table.ts';
import { USUAL_LIMIT, columnsOf, withoutTotal } from '../query/results/groups.ts';
import { MINUTE, speaksOfNow } from '../query/relative-to-now.ts';
import { metaOf, scopeOf } from '../query/query-scope.ts';
import type { Reading } from '../query/graph-reader.ts';

type Question = InputOf<typeof graphContract.facetOptions>;
type Options = OutputOf<typeof graphContract.facetOptions>;

const PAGE_SIZE = 200;
const NO_VALUE = 'No value';

type Value = Options['data'][number]['value'];

/** The values of an attribute among what is selected with their counts, and where in all of them the page is. */
export interface Facets {
  readonly answer: Answer;
  readonly page: number;
  readonly pageSize: number;
}

/** What a question for values is planned within, and what its answer depends on beside the data. */
export function facetScope(question: Question, catalogue: Catalogue, now: number) {
  const { select, filters, target, attribute } = question;
  const { startDate, endDate, duration, timezone, firstDay } = question;
  const dates = { startDate, endDate, duration, timezone, firstDay };
  const query = Query.parse({ select, filters, groupBys: [{ target, attribute }], ...dates });
  const scope = scopeOf(query, catalogue, now);
  const minute = speaksOfNow(query, scope) ? Math.ceil(now / MINUTE) : null;
  return { scope, identity: ['facets', question, scope.window, minute] };
}

/** The values of an attribute among what is selected, most frequent first, a page at a time. */
export async function readFacets(question: Question, scope: Scope, reading: Reading): Promise<Facets> {
  const { filters, search, target, attribute, contains, page, format } = question;
  const group = { target, attribute };
  const pageSize = format === 'csv' ? USUAL_LIMIT : PAGE_SIZE;
  const offset = (page - 1) * pageSize;
  const plan = planGroups(
    { filters, search, groupBys: [group], aggregations: [], order: [], limit: pageSize, offset, contains },
    scope,
  );
  const { table, total } = withoutTotal(await reading.rows(plan));
  const inAll = total ?? (offset > 0 ? await reading.total(plan) : 0);
  const [value, count] = columnsOf(plan).map((column, index) => ({
    ...column,
    key: index === 0 ? 'value' : 'count',
  }));
  const part = { limit: pageSize, offset, cap: offset + pageSize, page, pageSize };
  const meta = metaOf(scope, part, inAll, reading.dataVersion);
  const columns = [value, count].filter((column) => column !== undefined);
  return { answer: { columns, table, meta }, page, pageSize };
}

/** The same as JSON has it: each value with a label. */
export function facetsAsJson({ answer: { table, meta }, page, pageSize }: Facets): Options {
  const [values, counts] = table.vectors as [Vector, Vector];
  const data = Array.from({ length: table.rowCount }, (_, row) => {
    const value = cellOf(values, row) as Value;
    return { value, label: value === null ? NO_VALUE : String(value), count: Number(cellOf(counts, row)) };
  });
  const { limit, total, truncated } = meta;
  return { data, meta: { page, pageSize, limit, total, truncated } };
}
