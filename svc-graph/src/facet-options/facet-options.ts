import type { InputOf, OutputOf } from '@cairn/contracts';
import type { queryContract } from '@cairn/contracts';
import { Query } from '@cairn/query';
import type { Catalogue } from '@cairn/entities';
import type { QueryAnswer } from '../query/codec/answer.ts';
import { isCsv } from '../query/codec/encode.ts';
import { planGroups } from '../query/plan/groups.ts';
import type { QueryScope } from '../query/plan/scope.ts';
import { cellOf } from '../query/table.ts';
import type { Vector } from '../query/table.ts';
import { USUAL_LIMIT, columnsOf, withoutTotal } from '../query/results/groups.ts';
import { isRelativeToNow, minuteOf } from '../query/relative-to-now.ts';
import { withheldOfGroups } from '../query/results/withheld.ts';
import { scopeOf } from '../query/query-scope.ts';
import { metaOf } from '../query/results/page.ts';
import type { ReadContext } from '../query/read-graph.ts';
import { countPlan, runPlan } from '../query/run-plan.ts';

type FacetInput = InputOf<typeof queryContract.facetOptions>;
type Options = OutputOf<typeof queryContract.facetOptions>;

const PAGE_SIZE = 200;
const NO_VALUE = 'No value';

type Value = Options['data'][number]['value'];

/** A page of the values of an attribute, with their counts. */
export interface FacetPage {
  readonly answer: QueryAnswer;
  readonly page: number;
  readonly pageSize: number;
}

/** The scope of a facet request, and all that its answer depends on except the data. */
export function facetScope(input: FacetInput, catalogue: Catalogue, now: number) {
  const { select, filters, target, attribute } = input;
  const { startDate, endDate, duration, timezone, firstDay, asOf } = input;
  const dates = { startDate, endDate, duration, timezone, firstDay, asOf };
  const query = Query.parse({ select, filters, groupBys: [{ target, attribute }], ...dates });
  const scope = scopeOf(query, catalogue, now);
  const minute = isRelativeToNow(query, scope) ? minuteOf(now) : null;
  return { scope, identity: ['facets', input, scope.window, minute] };
}

/** Reads a page of an attribute's values among the selected rows, most frequent first. */
export async function readFacets(
  input: FacetInput,
  scope: QueryScope,
  context: ReadContext,
): Promise<FacetPage> {
  const { filters, search, target, attribute, contains, page, format } = input;
  const group = { target, attribute };
  const pageSize = isCsv(format) ? USUAL_LIMIT : PAGE_SIZE;
  const offset = (page - 1) * pageSize;
  const plan = planGroups(
    { filters, search, groupBys: [group], aggregations: [], order: [], limit: pageSize, offset, contains },
    scope,
  );
  const { table, total } = withoutTotal(await runPlan(plan, context));
  const inAll = total ?? (offset > 0 ? await countPlan(plan, context) : 0);
  const [value, count] = columnsOf(plan).map((column, index) => ({
    ...column,
    key: index === 0 ? 'value' : 'count',
  }));
  const part = { limit: pageSize, offset, cap: offset + pageSize, page, pageSize };
  const withheld = await withheldOfGroups(plan, context);
  const meta = { ...metaOf(scope, part, inAll, context.dataVersion), ...withheld };
  const columns = [value, count].filter((column) => column !== undefined);
  return { answer: { columns, table, meta }, page, pageSize };
}

/** The page as JSON, each value with a label. */
export function facetsAsJson({ answer: { table, meta }, page, pageSize }: FacetPage): Options {
  const [values, counts] = table.vectors as [Vector, Vector];
  const data = Array.from({ length: table.rowCount }, (_, row) => {
    const value = cellOf(values, row) as Value;
    return { value, label: value === null ? NO_VALUE : String(value), count: Number(cellOf(counts, row)) };
  });
  const { limit, total, truncated, withheld } = meta;
  return {
    data,
    meta: { page, pageSize, limit, total, truncated, ...(withheld ? { withheld } : {}) },
  };
}
