import type { Column } from '@cairn/contracts';
import { thingsInWords, type Measure, type Query } from '@cairn/query';
import type { QueryAnswer } from '../codec/answer.ts';
import { NEEDS_MOMENT, planGroups } from '../plan/groups.ts';
import { fieldOf, isOfEdge, type QueryScope } from '../plan/scope.ts';
import { cellOf } from '../table.ts';
import type { ReadContext } from '../read-graph.ts';
import { runPlan } from '../run-plan.ts';

const countOf = ({ target, attribute, filters }: Measure): Measure => ({
  target,
  attribute,
  reducer: 'count',
  ...(filters ? { filters } : {}),
});

/** Counts the values of a measure. For first and last, values without a moment are excluded. */
function valuesOf(measure: Measure, { kind }: QueryScope): Measure {
  const { target, attribute, filters = [] } = countOf(measure);
  if (!NEEDS_MOMENT.has(measure.reducer)) return countOf(measure);
  const moment = {
    target: kind.name,
    attribute: kind.timeAttribute,
    comparison: { 'IS NOT EMPTY': [] as [] },
  };
  return { target, attribute, reducer: 'count', filters: [...filters, moment] };
}

/** What a measure has a value of. An edge is no thing that people count. */
function nameThings(measure: Measure, scope: QueryScope): Pick<Column, 'things'> {
  const field = fieldOf(scope, measure);
  return isOfEdge(field) ? {} : { things: thingsInWords(field.kind) };
}

/** The sample size of each measure over all groups, and the number of things without a value. */
async function countsOf(query: Query, scope: QueryScope, context: ReadContext) {
  const aggregations = query.aggregations.flatMap((measure) => [
    valuesOf(measure, scope),
    countOf({ ...measure, attribute: 'uuid' }),
  ]);
  const { compared: _, ...asked } = scope;
  const { filters, search } = query;
  const plan = planGroups(
    { filters, search, groupBys: [], aggregations, order: [], limit: 1, offset: 0 },
    asked,
  );
  const { vectors } = await runPlan(plan, context);
  const number = (index: number) => (vectors[index] ? (cellOf(vectors[index], 0) as number | null) : 0);
  return query.aggregations.map((measure, index) => {
    const [n, all] = [number(index * 2), number(index * 2 + 1)];
    if (n === null || all === null) return {};
    // What is left out may be of few people, so it is told only to those who may see everybody's figures.
    const excluded = context.audience === null ? { excluded: Math.max(0, all - n) } : {};
    return { n, ...excluded, ...nameThings(measure, scope) };
  });
}

/** Adds the sample size of each measure to the answer, if the query asks for it. */
export async function withSampleSizes(
  answer: QueryAnswer,
  query: Query,
  scope: QueryScope,
  context: ReadContext,
): Promise<QueryAnswer> {
  if (!query.counts || query.aggregations.length === 0) return answer;
  const counts = await countsOf(query, scope, context);
  // Measures come in the order of the query; those of the compared period have no sample size.
  let next = 0;
  const columns = answer.columns.map((column) => {
    if (column.role !== 'measure' || column.period === 'comparison') return column;
    const found = counts[next++];
    return found ? { ...column, ...found } : column;
  });
  return { ...answer, columns };
}
