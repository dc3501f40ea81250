import type { Measure, Query } from '@cairn/query';
import type { Answer } from '../codec/answer.ts';
import { NEEDS_MOMENT, planGroups } from '../plan/groups.ts';
import type { Scope } from '../plan/scope.ts';
import { cellOf } from '../table.ts';
import type { Reading } from '../graph-reader.ts';

const countOf = ({ target, attribute, filters }: Measure): Measure => ({
  target,
  attribute,
  reducer: 'count',
  ...(filters ? { filters } : {}),
});

/** Of how many things it is: what has no moment is neither first nor last. */
function valuesOf(measure: Measure, { kind }: Scope): Measure {
  const { target, attribute, filters = [] } = countOf(measure);
  if (!NEEDS_MOMENT.has(measure.reducer)) return countOf(measure);
  const moment = {
    target: kind.name,
    attribute: kind.timeAttribute,
    comparison: { 'IS NOT EMPTY': [] as [] },
  };
  return { target, attribute, reducer: 'count', filters: [...filters, moment] };
}

/** Of how many things each measure is computed, and how many have no value for it; each counts once, in no group. */
async function countsOf(query: Query, scope: Scope, reading: Reading) {
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
  const { vectors } = await reading.rows(plan);
  const number = (index: number) => Number(vectors[index] ? cellOf(vectors[index], 0) : 0);
  return query.aggregations.map((_measure, index) => {
    const [n, all] = [number(index * 2), number(index * 2 + 1)];
    return { n, excluded: Math.max(0, all - n) };
  });
}

/** The answer with the number of values behind each measure, where the question asks for it. */
export async function withCounts(
  answer: Answer,
  query: Query,
  scope: Scope,
  reading: Reading,
): Promise<Answer> {
  if (!query.counts || query.aggregations.length === 0) return answer;
  const counts = await countsOf(query, scope, reading);
  // Measures stand in the order of the question; those of a compared period say nothing of their own.
  let place = 0;
  const columns = answer.columns.map((column) => {
    if (column.role !== 'measure' || column.period === 'comparison') return column;
    const found = counts[place++];
    return found ? { ...column, n: found.n, excluded: found.excluded } : column;
  });
  return { ...answer, columns };
}
